import { deviceStorage } from './deviceStorage.ts';

const storage = deviceStorage('actum.rowViews');
/** The number of lists whose views are stored. Beyond it, the least recently used one that the server has is dropped. */
const MOST = 60;

type Kept = readonly [list: string, copy: unknown];
function read(): readonly Kept[] {
  const kept = storage.read('');
  return Array.isArray(kept) ? kept.filter((entry): entry is Kept => Array.isArray(entry) && entry.length === 2) : [];
}
const isUnsent = ([, copy]: Kept): boolean => typeof copy === 'object' && copy !== null && 'isUnsent' in copy && copy.isUnsent === true;

/** The stored views of lists, by person and list. */
export const viewStorage = {
  /** Null where nothing is stored. */
  read: (list: string): unknown => read().find(([name]) => name === list)?.[1] ?? null,
  write(list: string, copy: unknown): void {
    const others = read().filter(([name]) => name !== list);
    const oldest = Math.max(
      0,
      others.findIndex((each) => !isUnsent(each)),
    );
    storage.write('', [...(others.length < MOST ? others : others.toSpliced(oldest, 1)), [list, copy]]);
  },
  /** The lists whose views are unsent. */
  unsent: (): readonly string[] =>
    read()
      .filter(isUnsent)
      .map(([name]) => name),
};
