/** Units offered for a text: those that begin with it, the trade's in their usual order before others that are in use. */
export interface OfferedUnit {
  readonly name: string;
  readonly full_name: string;
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('²', '2').replaceAll('³', '3').replaceAll('.', '');

/** The most units offered at once. */
const MOST = 12;

/** A full name counts too, and "m2" is "m²". */
export function offeredUnits(text: string, usual: readonly OfferedUnit[], used: readonly string[]): readonly OfferedUnit[] {
  const sought = plain(text);
  const known = new Set(usual.map(({ name }) => name));
  const all = [...usual, ...used.filter((name) => !known.has(name)).map((name) => ({ name, full_name: '' }))];
  const begins = all.filter(({ name, full_name }) => plain(name).startsWith(sought) || plain(full_name).startsWith(sought));
  return begins.slice(0, MOST);
}
