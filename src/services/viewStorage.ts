const KEY = 'actum.rowViews';
/** Lists whose views are kept; the one used longest ago goes. */
const MOST = 60;

type Kept = readonly (readonly [list: string, view: unknown])[];
function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry): entry is Kept[number] => Array.isArray(entry) && entry.length === 2) : [];
  } catch {
    return [];
  }
}

/** How a person is shown lists, by list, as it was written. Null where nothing was. */
export const viewStorage = {
  read: (list: string): unknown => read().find(([name]) => name === list)?.[1] ?? null,
  write(list: string, view: unknown): void {
    try {
      localStorage.setItem(KEY, JSON.stringify([...read().filter(([name]) => name !== list), [list, view]].slice(-MOST)));
    } catch {
      return;
    }
  },
};
