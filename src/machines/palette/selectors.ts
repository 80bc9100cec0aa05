import type { SnapshotFrom } from 'xstate';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { highlightedOption, type ShownGroup, shownGroups } from './options.ts';
import type { paletteMachine } from './palette.ts';

type Palette = SnapshotFrom<typeof paletteMachine>;

export const isFinding = (palette: Palette): boolean => palette.matches({ open: 'finding' });
export const isListingShortcuts = (palette: Palette): boolean => palette.matches({ open: 'shortcuts' });
export const isLoadingDestinations = (palette: Palette): boolean => palette.matches({ open: { finding: 'loading' } });
/** Why the destinations could not be loaded, or null. */
export const failureOf = (palette: Palette): Sentence | null =>
  palette.matches({ open: { finding: 'failed' } }) ? palette.context.sentence : null;
export const textOf = (palette: Palette): string => palette.context.text;
export const groupsOf = (palette: Palette): readonly ShownGroup[] => shownGroups(palette.context);
export const highlightOf = (palette: Palette): string | null => highlightedOption(palette.context)?.id ?? null;
