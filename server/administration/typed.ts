import type { ParseArgsOptionsConfig } from 'node:util';
import { parseArgs } from 'node:util';

/** A fault in how a command was typed. */
export class Misused extends Error {}

/** Exit codes, as every command documents them. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

export interface Typed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly names: readonly string[];
}

/** Options and names of a command line; throws `Misused` where it does not fit. `most` is how many names there may be. */
export function typed(args: readonly string[], options: ParseArgsOptionsConfig, least: number, most: number): Typed {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (positionals.length < least || positionals.length > most)
      throw new Misused(positionals.length < least ? 'Something is missing' : `"${positionals[most]}" is too much`);
    return { values: values as Typed['values'], names: positionals };
  } catch (error) {
    throw error instanceof Misused ? error : new Misused(error instanceof Error ? error.message : String(error));
  }
}

/** A text as a terminal may get it: names and settings are other people's, and control characters would be its commands. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\ufffd');

/** Rows under their headings, each column as wide as its longest text. */
export function tableOf(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const all = [headings, ...rows].map((row) => row.map((cell) => String(cell).replace(/\p{Cc}/gu, '\ufffd')));
  const widths = headings.map((_, at) => Math.max(...all.map((row) => [...(row[at] ?? '')].length)));
  return all.map((row) =>
    row
      .map((text, at) => text + ' '.repeat((widths[at] ?? 0) - [...text].length))
      .join('  ')
      .trimEnd(),
  );
}
