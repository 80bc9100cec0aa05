import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'server/db/migrations';
/** The first migration during which the version before has to keep working. */
const FIRST = '0062';

/** Statements that would break a process of the version before. */
const NARROWING: readonly (readonly [string, RegExp])[] = [
  ['drops a table or a view', /\bdrop\s+(?:table|view|materialized view|sequence)\b/i],
  ['drops a column', /\bdrop\s+column\b/i],
  ['renames', /\brename\b/i],
  ['changes the type of a column', /\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i],
  ['makes a column one that has to be given', /\bset\s+not\s+null\b/i],
  ['takes a default away', /\bdrop\s+default\b/i],
  ['drops a function', /\bdrop\s+(?:function|routine|procedure)\b/i],
];
/** Statements that are allowed all the same, each with its consequence for an upgrade (docs/upgrade.md says it). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The amounts of rows under import follow from their numbers; only imports that a process of the version before reads or corrects end with an error.
  '0062_import_copied.sql': ['drops a column', 'changes the type of a column'],
  // Affects only imports: one being read by a process of the previous version is refused, and that process's calls about one under review fail. No data
  // is lost.
  '0090_rows_of_import_lists.sql': [
    'drops a column',
    'renames',
    'makes a column one that has to be given',
    'takes a default away',
    'drops a function',
  ],
};
/** A column that is added must have a default or take null: an insert of the version before does not name it. */
const needsValue = (clause: string) => /\bnot\s+null\b/i.test(clause) && !/\b(?:default|generated)\b/i.test(clause);

/** Why the version before could not work beside this migration. Bodies of functions are not searched, because they replace older ones. */
function narrowing(text: string): string[] {
  const plain = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const added = plain
    .split(';')
    .filter((statement) => /^\s*alter\s+table/i.test(statement))
    .flatMap((statement) => statement.split(/(?=\badd\s+column\b)/i).slice(1));
  return [
    ...NARROWING.filter(([, pattern]) => pattern.test(plain)).map(([what]) => what),
    ...added.filter(needsValue).map(() => 'adds a column that has to be given'),
  ];
}

test.each([
  ['alter table users drop column name', ['drops a column']],
  ['alter table users rename name to called', ['renames']],
  ['alter table users alter column id type int', ['changes the type of a column']],
  ['alter table users add column age int not null', ['adds a column that has to be given']],
  ['alter table users add column age int not null default 0, add column shoe int not null', ['adds a column that has to be given']],
  ['alter table users add column disabled_at timestamptz', []],
  ['drop table users', ['drops a table or a view']],
  ['create or replace function f() returns void language plpgsql as $$ begin drop table scratch; end $$', []],
])('%s', (text, expected) => {
  expect(narrowing(text)).toEqual(expected);
});

test('the previous version keeps working during an upgrade: no migration removes anything it uses', () => {
  const found = readdirSync(FOLDER)
    .filter((name) => name >= FIRST)
    .flatMap((name) =>
      narrowing(readFileSync(`${FOLDER}/${name}`, 'utf8'))
        .filter((what) => ALLOWED[name]?.includes(what) !== true)
        .map((what) => `${name} ${what}`),
    );
  expect(found).toEqual([]);
});
