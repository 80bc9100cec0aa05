/** Errors and sentences of programs as they may be logged: without typed values, addresses, tokens and hashes. */

import { fileURLToPath } from 'node:url';
import { cutTo } from '../domain/cut.ts';

const HERE = fileURLToPath(new URL('../', import.meta.url));
const LONGEST = 300;
const LONGEST_READ = 2_000;
const MOST_FRAMES = 8;
const DEEPEST_CAUSE = 3;

/** Fields of a database error that name parts of the schema. Its other texts (detail, where, query, parameters) may contain values. */
const NAMING = ['schema', 'table', 'column', 'constraint', 'dataType'] as const;

type Fields = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * A program's message without the values in it: texts in double quotes that are not among `names`, email addresses, the paths of links, hashes
 * and anything as long as a token become "…". The result is one short line.
 */
export function withoutValues(text: string, names: readonly string[] = []): string {
  const plain = text
    .slice(0, LONGEST_READ)
    .replace(/\s+/g, ' ')
    .replace(/"((?:[^"\\]|\\.)*)"?/g, (quoted, inner: string) => (names.includes(inner) ? quoted : '"…"'))
    .replace(/\b(\w+:\/\/)\S+/g, '$1…')
    .replace(/\$argon2\S*/g, '…')
    .replace(/[^\s<>"'()=,:;]*@[^\s<>"'(),;]*/g, '…@…')
    .replace(/eyJ[\w.-]+|[\w-]{24,}/g, '…')
    .trim();
  return plain.length > LONGEST ? `${cutTo(plain, LONGEST)}…` : plain;
}

/** The frames of a stack that are in our code, with paths relative to the project's folder. */
function framesOf(stack: unknown): string[] {
  if (typeof stack !== 'string') return [];
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && line.includes(HERE) && !line.includes('node_modules'))
    .slice(0, MOST_FRAMES)
    .map((line) => `    ${line.trim().replace(`file://${HERE}`, '').replace(HERE, '')}`);
}

function linesOf(error: unknown, depth: number): string[] {
  if (typeof error !== 'object' || error === null) return [`a thrown ${error === null ? 'null' : typeof error}`];
  const fields = error as Fields;
  const named = NAMING.flatMap((name) => textOf(fields[name]) ?? []);
  const code = textOf(fields.code) ?? (typeof fields.code === 'number' ? String(fields.code) : null);
  const first = [
    textOf(fields.name) ?? 'Error',
    ...(code === null ? [] : [withoutValues(code)]),
    withoutValues(textOf(fields.message) ?? '', named),
    ...(named.length === 0 ? [] : [`(${named.join(', ')})`]),
  ].filter((part) => part !== '');
  const inner = depth === DEEPEST_CAUSE ? [] : causesOf(fields);
  return [first.join(' '), ...framesOf(fields.stack), ...inner.flatMap((each) => prefixed('because of ', linesOf(each, depth + 1)))];
}

const causesOf = ({ cause, originalError, errors }: Fields): readonly unknown[] =>
  [cause, originalError, ...(Array.isArray(errors) ? errors.slice(0, 3) : [])].filter((each) => each !== undefined && each !== null);

const prefixed = (prefix: string, [first = '', ...rest]: readonly string[]): string[] => [`  ${prefix}${first}`, ...rest];

/** An error as it may be logged: its name, code, message without values, and where in this project it came from. */
export const safeLines = (error: unknown): string => linesOf(error, 0).join('\n');

/** The reason of an error in one line without values. */
export const safeReason = (error: unknown): string => linesOf(error, DEEPEST_CAUSE)[0] ?? '';
