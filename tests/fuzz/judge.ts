import type { Outcome } from './send.ts';

/** Texts of the server's inside that an answer reveals only by mistake. */
const INTERNALS =
  /\bat [\w.<>]+ \(|node_modules|node:internal|\/server\/\w+\/\w+\.ts|invalid input syntax|violates \w+ constraint|duplicate key|relation "|operator does not exist|out of range for type|bind message|statement timeout|TypeError|ReferenceError|RangeError|SyntaxError:|Cannot read prop|is not a function|kysely|pglite|argon2|ECONN|ENOENT|EACCES/i;
/** A GraphQL answer of 200 that hides a fault. */
const MASKED = /"message":"Unexpected error\.?"|INTERNAL_SERVER_ERROR/;

/** Why the server may not give this answer; null when it may. */
export function fault({ status, body }: Outcome): string | null {
  if (status === 'hangs') return 'no answer in time';
  if (status === 'refused') return 'the server is gone';
  if (typeof status === 'number' && status >= 500) return `answered ${status}`;
  if (MASKED.test(body)) return 'a fault inside GraphQL';
  const leaked = INTERNALS.exec(body);
  return leaked === null ? null : `tells of its inside: ${leaked[0]}`;
}
