/** Prints all shared samples, list by list: `node tests/server/reading/samplesTable.ts [folder]`, or SAMPLES_DIR. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkbook, type WholeReading } from '../../../server/imports/reading/index.ts';
import { isSure } from './sure.ts';
import { type Expected, rightTotals, sumOf } from './teaching.ts';

const folder = process.argv[2] ?? process.env.SAMPLES_DIR;
if (folder === undefined) throw new Error('Give the folder of the shared samples, or set SAMPLES_DIR');

interface First {
  readonly file: string;
  readonly sheet?: string;
  readonly sum_of_rounded_rows?: string;
  readonly sum_IT?: string;
}
const expectedIn = <T>(file: string): readonly T[] => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const first = expectedIn<First>('EXPECTED.json');
const second = expectedIn<Expected>('EXPECTED-2.json');

/** The total expected of a sheet, or of the file on its first line. */
function expected(file: string, sheet: string, isFirst: boolean): string {
  const teaching = second.find((each) => each.file === file);
  if (teaching !== undefined) {
    const isApart = teaching.lists.length > 0 && !teaching.lists.includes(sheet);
    return isApart ? 'not the estimate' : isFirst ? `${rightTotals(teaching).join(' or ') || 'refusal'} in all` : '';
  }
  const of = first.find((each) => each.file === file && (each.sheet === undefined || each.sheet === sheet));
  return of?.sum_of_rounded_rows ?? of?.sum_IT ?? '';
}

function linesOf(file: string, reading: WholeReading): string[][] {
  if (reading.kind === 'refused') return [[file, reading.code, '', expected(file, '', true), '', '', '']];
  return reading.lists.map((list, at) => {
    const { evidence, doubts, rows } = list;
    const totals = `${evidence.totalsMet} of ${evidence.totalsMet + evidence.totalsMissed}`;
    return [
      at === 0 ? file : '',
      list.title.slice(0, 28),
      sumOf([list]),
      expected(file, list.sheet, at === 0),
      isSure(list) ? 'sure' : 'unsure',
      `${evidence.computing} of ${rows.filter(({ kind }) => kind === 'row').length} rows, ${totals} totals`,
      doubts.map(({ said, remedy }) => `${said.code}${remedy === null ? '' : ` (${remedy.total})`}`).join(', '),
    ];
  });
}

const lines = [['file', 'list or refusal', 'sum', 'expected', 'certainty', 'confirmed by', 'doubts']];
for (const kind of ['boq', 'hostile'])
  for (const file of readdirSync(join(folder, kind)).sort()) lines.push(...linesOf(file, await readWorkbook(join(folder, kind, file))));
const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
for (const line of lines)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
