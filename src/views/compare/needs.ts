import type { VersionComparison } from '../../../domain/api/estimateShapes.ts';
import type { Change } from '../../../domain/comparison.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read, Windowed } from '../needs.ts';
import type { Viewed } from '../sections/listFoot.tsx';

export type ComparedRow = VersionComparison['rows'][number] & { readonly id: number };
export type Comparison = Omit<VersionComparison, 'rows' | 'row_count'>;
/** The versions compared; the old one as it was at a named moment, when one is given. */
export interface Compared {
  readonly newId: number;
  readonly oldId: number;
  readonly momentId: number | null;
}
export interface ComparisonScreen extends Read {
  readonly about: ValueStore<Comparison>;
  /** The rows that differ, or those that differ in one way. */
  readonly rows: (change: Change | null) => Windowed<ComparedRow> & Viewed;
}
