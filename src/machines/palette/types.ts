import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** The project, version or act on screen. The palette loads the versions, lists and acts around it. */
export interface Whereabouts {
  readonly projectId: number | null;
  readonly versionId: number | null;
  readonly actId: number | null;
}

const DESTINATION_GROUPS = ['projects', 'versions', 'lists', 'acts', 'rows'] as const;
export const OPTION_GROUPS = ['here', ...DESTINATION_GROUPS, 'everywhere'] as const;
export type OptionGroup = (typeof OPTION_GROUPS)[number];

interface Named {
  readonly id: string;
  readonly name: string;
}
/** An action of this screen or of every screen. It may be blocked now. */
export interface OfferedAction extends Named {
  readonly group: 'here' | 'everywhere';
  /** Why it is blocked and how to unblock it; null while it is possible. */
  readonly blocked: string | null;
}
/** A screen to go to. */
export interface Destination extends Named {
  readonly group: (typeof DESTINATION_GROUPS)[number];
  /** The record it belongs to, such as the version of a list. */
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
  /** Rows found for the text. */
  readonly rows: readonly Destination[];
  readonly text: string;
  /** The option the person moved to; null for the first one. */
  readonly highlighted: string | null;
  /** Why the destinations could not be loaded, or null. */
  readonly sentence: Sentence | null;
}
