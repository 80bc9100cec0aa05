import type { Looks, SheetCell } from './sheet.ts';

/** The parties of a contract as lines of text, in the current language. */
export interface PartyTexts {
  readonly contractor: Party;
  readonly client: Party;
  /** Number and day of the contract; empty where neither is known. */
  readonly contract: string;
}
interface Party {
  /** Empty where it is not known; the sheet then has a line to write on. */
  readonly name: string;
  /** Address and registration number. */
  readonly details: string;
}
interface PartyWords {
  readonly contractor: string;
  readonly client: string;
}

/** The claimant and the client, at the top of a sheet with the given number of columns. At most five rows (marks.ts). */
export function partyRows({ contractor, client, contract }: PartyTexts, words: PartyWords, columns: number): SheetCell[][] {
  const value: Looks = { columns: columns - 1, align: 'left' };
  const blank = Array.from({ length: columns - 1 }, (): SheetCell => ({ blank: true, line: 'below' }));
  const more = (text: string): SheetCell[][] => (text === '' ? [] : [[null, { ...value, text }]]);
  const party = (role: string, { name, details }: Party): SheetCell[][] => [
    name === '' ? [{ text: role }, ...blank] : [{ text: role }, { ...value, bold: true, text: name }],
    ...more(details),
  ];
  return [...party(words.contractor, contractor), ...party(words.client, client), ...more(contract)];
}
