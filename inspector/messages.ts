import type { ChartNode } from '../walking/chart.ts';

/** scripts/uninspected.ts also searches the released build for this name: it must not be there. */
export const CHANNEL = 'actum-inspector';

/** A report of a page about its actors. It is plain data without secrets, because it crosses windows and is stored in files. */
export type Report =
  | {
      readonly kind: 'actor';
      readonly actor: string;
      readonly name: string;
      readonly parent: string | null;
      readonly chart: ChartNode | null;
    }
  | { readonly kind: 'event'; readonly actor: string; readonly from: string | null; readonly event: string }
  | { readonly kind: 'took'; readonly actor: string; readonly keys: readonly string[] }
  | {
      readonly kind: 'snapshot';
      readonly actor: string;
      readonly status: string;
      readonly active: readonly string[];
      readonly context: string;
    }
  | { readonly kind: 'left'; readonly page: string };

/** A request of an inspector window to the pages. */
export type Wish =
  | { readonly kind: 'hello' }
  | { readonly kind: 'send'; readonly actor: string; readonly event: { readonly type: string } };

const KINDS: readonly unknown[] = ['actor', 'event', 'took', 'snapshot', 'left'];
export const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'kind' in value && KINDS.includes(value.kind);
