import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { filesIn, headingsOf, NAMES, read, root, STATEMENTS } from './repository.ts';

const FILES = filesIn();
const ROOMS = '(?:domain|docs|inspector|scripts|server|src|tests|walking)';

/** The comments of a file of code. */
function commentsIn(path: string): readonly string[] {
  const text = read(path);
  if (/\.[cm]?[jt]sx?$/.test(path)) return parseSync(path, text).comments.map(({ value }) => value);
  if (path.endsWith('.sql')) return [...text.matchAll(/--(.*)$/gm)].map(([, comment = '']) => comment);
  if (path.endsWith('.css')) return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, comment = '']) => comment);
  return [];
}
/** A comment on one line, without the asterisks its lines begin with. */
const joined = (comment: string) => comment.replace(/\s*\n\s*\*?\s*/g, ' ');
const COMMENTS = FILES.flatMap((path) => commentsIn(path).map((comment) => ({ path, comment: joined(comment) })));

const isThere = (named: string, from: string) =>
  existsSync(join(root, named)) || existsSync(join(root, dirname(from), named)) || (!named.includes('/') && NAMES.has(named));

/** `src/views/{a,b}.ts` and `<actor>.model.ts` are patterns, not files. */
const FILE = /(?<![\w*<>{},./:@-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|md|sql|css|json)\b(?![\w/*{-])/g;
const FOLDER = new RegExp(`(?<![\\w./-])${ROOMS}/[\\w/.-]*\\w(?![\\w/*{<])`, 'g');
/** The shape of the names of other people's files and packages. */
const FOREIGN = /^(?:node_modules|xstate|manifest)\b|^[\w-]+\.(?:js|json)$/;

test('every file and folder that a comment names exists', () => {
  expect(COMMENTS.length).toBeGreaterThan(1_500);
  const missing = COMMENTS.flatMap(({ path, comment }) =>
    [...(comment.match(FILE) ?? []).filter((named) => !FOREIGN.test(named)), ...(comment.match(FOLDER) ?? [])]
      .filter((named) => !isThere(named, path))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test('every document that a file names is in the repository', () => {
  const texts = FILES.filter((path) => /\.(?:[cm]?[jt]sx?|md|sql|css|html|json)$/.test(path) && !path.startsWith('tests/docs/'));
  const missing = texts.flatMap((path) =>
    (read(path).match(/(?<![\w*<>{}/.-])[\w./-]+\.md\b/g) ?? [])
      .filter((named) => !isThere(named, path))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test('every statement and section that a comment names is in its document', () => {
  const named = COMMENTS.flatMap(({ path, comment }) =>
    [...comment.matchAll(/(docs\/[\w./-]+\.md), (\d+\.\d+(?: and \d+\.\d+)*|[A-Z][\w ]*\w)/g)].map(([, document = '', section = '']) => ({
      path,
      document,
      section,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(({ document, section }) =>
    /^\d/.test(section)
      ? document !== 'docs/product.md' || section.split(' and ').some((number) => !STATEMENTS.has(number))
      : !headingsOf(document).includes(section),
  );
  expect(missing).toEqual([]);
});

test('no comment begins with "What"', () => {
  const found = COMMENTS.filter(({ path, comment }) => !path.endsWith('.sql') && /^[\s*/]*What\b/.test(comment)).map(
    ({ path, comment }) => `${path}: ${comment.trim()}`,
  );
  expect(found, 'name the thing first: "Rows that were left out", not "What was left out"').toEqual([]);
});

test('no browser test takes a route away', () => {
  const found = FILES.filter((path) => /^tests\/e2e\/.*\.ts$/.test(path) && /\.unroute|\btimes: \d/.test(read(path)));
  expect(found, 'use tests/e2e/intercept.ts: requests under way when the last route goes may never be answered').toEqual([]);
});

const LITERAL = /(['"])(\d+\.\d+ [A-Z](?:(?!\1).)*)\1/g;

test('the statements that machines and forms carry out are quoted word for word', () => {
  const said = FILES.filter((path) => /^(?:src|inspector|walking)\/.*\.tsx?$/.test(path)).flatMap((path) =>
    [...read(path).matchAll(LITERAL)].map(([, , text = '']) => ({ path, text })),
  );
  expect(said.length).toBeGreaterThan(200);
  const wrong = said.filter(({ text }) => {
    const [number = '', ...words] = text.split(' ');
    return STATEMENTS.get(number) !== words.join(' ');
  });
  expect(wrong).toEqual([]);
});
