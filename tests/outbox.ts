import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The letters of an outbox, oldest first. One still being written has a name that starts with a dot; before the first there is no folder. */
export function lettersIn(outbox: string): string[] {
  let names: string[];
  try {
    names = readdirSync(outbox);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'));
}
