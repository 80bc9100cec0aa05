import { type HighlightMove, OPTION_GROUPS, type OptionGroup, type PaletteContext, type PaletteOption } from './types.ts';

/** The number of options of a group shown at once; a further word finds the others. */
export const GROUP_LIMIT = 30;

export interface ShownGroup {
  readonly group: OptionGroup;
  readonly options: readonly PaletteOption[];
  /** The number of options not shown. */
  readonly more: number;
}

/** Without case and accents: "Rīga" is found by "riga". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] => plain(text).split(/\s+/).filter(Boolean);

type Offered = Pick<PaletteContext, 'actions' | 'destinations' | 'rows'>;
const allOptions = ({ actions, destinations, rows }: Offered): readonly PaletteOption[] => [
  ...actions.map(
    ({ id, name, group, blocked }): PaletteOption => ({ id, name, group, detail: '', blocked, chosen: { kind: 'action', id } }),
  ),
  ...[...destinations, ...rows].map(
    ({ id, name, group, detail, path }): PaletteOption => ({
      id,
      name,
      group,
      detail,
      blocked: null,
      chosen: { kind: 'destination', path },
    }),
  ),
];

/** The options that contain every typed word, group by group: those with a word that begins as typed first, blocked ones last. */
export function shownGroups({ text, ...offered }: Offered & Pick<PaletteContext, 'text'>): readonly ShownGroup[] {
  const words = wordsOf(text);
  const found = allOptions(offered).filter(({ name, detail }) => {
    const within = plain(`${name} ${detail}`);
    return words.every((word) => within.includes(word));
  });
  const lateness = ({ name, blocked }: PaletteOption) =>
    (blocked === null ? 0 : 2) + Number(!wordsOf(name).some((word) => word.startsWith(words[0] ?? '')));
  return OPTION_GROUPS.flatMap((group) => {
    const all = found.filter((option) => option.group === group).sort((one, other) => lateness(one) - lateness(other));
    return all.length === 0 ? [] : [{ group, options: all.slice(0, GROUP_LIMIT), more: Math.max(0, all.length - GROUP_LIMIT) }];
  });
}

const shownOptions = (context: PaletteContext): readonly PaletteOption[] => shownGroups(context).flatMap(({ options }) => options);

export const shownOption = (context: PaletteContext, id: string): PaletteOption | null =>
  shownOptions(context).find((option) => option.id === id) ?? null;

/** The option for Enter: the one the person moved to while it is shown, otherwise the first. */
export function highlightedOption(context: PaletteContext): PaletteOption | null {
  const options = shownOptions(context);
  return options.find(({ id }) => id === context.highlighted) ?? options[0] ?? null;
}

/** The option a move leads to; it wraps around at both ends. */
export function movedTo(context: PaletteContext, to: HighlightMove): string | null {
  const options = shownOptions(context);
  const last = options.length - 1;
  const at = options.findIndex(({ id }) => id === highlightedOption(context)?.id);
  const places = { first: 0, last, next: at === last ? 0 : at + 1, previous: at <= 0 ? last : at - 1 };
  return options[places[to]]?.id ?? null;
}
