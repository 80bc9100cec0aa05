import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** Where the person is: what the palette reads the versions, lists and acts of. */
export interface Whereabouts {
  readonly projectId: number | null;
  readonly versionId: number | null;
  readonly actId: number | null;
}

const DESTINATION_GROUPS = ['projects', 'versions', 'lists', 'acts'] as const;
export const OPTION_GROUPS = ['here', ...DESTINATION_GROUPS, 'everywhere'] as const;
export type OptionGroup = (typeof OPTION_GROUPS)[number];

interface Named {
  readonly id: string;
  readonly name: string;
}
/** Something that can be done now, on this screen or on every one, or could be if nothing stood in the way. */
export interface OfferedAction extends Named {
  readonly group: 'here' | 'everywhere';
  /** What blocks it and what would free it; null while it is possible. */
  readonly blocked: string | null;
}
/** A place to go to. */
export interface Destination extends Named {
  readonly group: (typeof DESTINATION_GROUPS)[number];
  /** What it belongs to, such as the version of a list. */
  readonly detail: string;
  readonly path: string;
}

export type Chosen = { readonly kind: 'action'; readonly id: string } | { readonly kind: 'destination'; readonly path: string };
export type HighlightMove = 'next' | 'previous' | 'first' | 'last';

/** One line of the palette. */
export interface PaletteOption extends Named {
  readonly group: OptionGroup;
  readonly detail: string;
  readonly blocked: string | null;
  readonly chosen: Chosen;
}

export interface PaletteContext {
  readonly where: Whereabouts;
  readonly actions: readonly OfferedAction[];
  readonly destinations: readonly Destination[];
  readonly text: string;
  /** What the person moved to; null while it is whatever comes first. */
  readonly highlighted: string | null;
  /** Why there are no destinations, or null. */
  readonly sentence: Sentence | null;
}
