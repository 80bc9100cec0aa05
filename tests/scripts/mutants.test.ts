import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distancesFrom } from '../../scripts/mutants/imports.ts';
import { durationOf, testsOf } from '../../scripts/mutants/nearness.ts';
import { hashOf, type Reach } from '../../scripts/mutants/reach.ts';
import { drawnFrom, inPart } from '../../scripts/mutants/sample.ts';
import { drawFrom, instrumented, mutated } from '../../scripts/mutants/source.ts';
import { noticeModel } from '../../src/machines/notice/notice.model.ts';
import { behaviourOf } from '../../walking/effects.ts';
import type { AnyModel } from '../../walking/modelIn.ts';
import { mutantsOf } from '../../walking/mutants.ts';

const root = join(import.meta.dirname, '../..');

test('npm run mutants tries the mutants of the machines it is given', () => {
  const shown = execFileSync(process.execPath, ['scripts/mutants.mjs', 'theme'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  expect(shown).toMatch(/^theme: ([1-9]\d*) of \1 caught$/m);
});

test('a mutant with a longer delay behaves differently', () => {
  const model = noticeModel as unknown as AnyModel;
  const longer = mutantsOf(model.machine).filter(({ kind }) => kind === 'a longer delay');
  expect(longer.map(({ what }) => what)).toEqual(['reading']);
  const [agreed, ...broken] = [model.machine, ...longer.map(({ machine }) => machine)].map(
    (machine) => behaviourOf(model, machine).effects,
  );
  expect(broken).not.toContainEqual(agreed);
});

test('a mutant differs from its source in one thing', () => {
  const source = 'export const ends = (at: number, of: readonly number[]) => at < of.length - 1 && !of.some((each) => each === 0);';
  const { mutants } = drawFrom('domain/ends.ts', source);
  expect(mutants.map((mutant) => `${mutant.kind} in ${mutant.inFunction}: ${mutated(source, mutant).slice(59)}`)).toEqual([
    '&& for || in 0: ((at < of.length - 1) || (!of.some((each) => each === 0)));',
    '< for <= in 0: at <= of.length - 1 && !of.some((each) => each === 0);',
    '- for + in 0: at < of.length + 1 && !of.some((each) => each === 0);',
    'another number in 0: at < of.length - 0 && !of.some((each) => each === 0);',
    'no ! in 0: at < of.length - 1 && of.some((each) => each === 0);',
    '.some for .every in 0: at < of.length - 1 && !of.every((each) => each === 0);',
    '=== for !== in 1: at < of.length - 1 && !of.some((each) => each !== 0);',
    'another number in 1: at < of.length - 1 && !of.some((each) => each === 1);',
  ]);
});

test('texts that are only data or names are not changed', () => {
  const source = "ends('end'); v.picklist(['one']); dialog<Row>('rowChange', '1.1 It changes', (row) => call('route', row.name));";
  expect(drawFrom('src/compose/ends.ts', source).mutants.filter(({ kind }) => kind === 'another text')).toMatchObject([
    { after: "'end~'" },
    { after: "'route~'" },
  ]);
});

test('instrumented code records that it is loaded, and each function that is called', () => {
  const code = instrumented('a.ts', 'const one = () => two(); function two() { return 2; } const three = () => ({}); one();');
  const before = globalThis.reachedFunctions;
  try {
    globalThis.reachedFunctions = new Set();
    new Function(code)();
    expect([...globalThis.reachedFunctions]).toEqual(['a.ts#0', 'a.ts#1', 'a.ts#-1']);
  } finally {
    globalThis.reachedFunctions = before;
  }
});

test('the same seed draws the same sample, without repetition', () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  const sample = drawnFrom(all, 30, 7);
  expect([new Set(sample).size, drawnFrom(all, 30, 7), drawnFrom(all, 300, 7).length]).toEqual([30, sample, 100]);
  expect(drawnFrom(all, 30, 8)).not.toEqual(sample);
  const parts = [1, 2, 3, 4].map((number) => inPart(sample, { number, of: 4 }));
  expect([parts.map(({ length }) => length), new Set(parts.flat())]).toEqual([[8, 8, 7, 7], new Set(sample)]);
});

const path = 'domain/decimal.ts';
const distances = distancesFrom(root, ['tests/domain/*.test.ts']);
const mutant = (inFunction: number, kind = 'no !') => ({ path, line: 1, kind, start: 0, end: 1, before: '', after: '', inFunction });
const recorded = (tests: Readonly<Record<string, readonly number[]>>, hash = hashOf(join(root, path))): Reach => ({
  unit: {
    tests: Object.fromEntries(
      [...distances.keys(), ...Object.keys(tests)].map((test) => [
        test,
        {
          took: 100,
          hash: distances.has(test) ? hashOf(join(root, test)) : '',
          calls: { ...(tests[test] !== undefined && { [path]: [...tests[test]] }) },
        },
      ]),
    ),
    failing: {},
    sources: { [path]: hash },
  },
});

test('without a recording the tests that import the file are run, the one named like it first', () => {
  const tests = testsOf(mutant(0), {}, distances, root);
  expect(tests[0]).toBe('tests/domain/decimal.test.ts');
  expect(tests).toContain('tests/domain/summary.test.ts');
  expect(tests).not.toContain('tests/domain/languages.test.ts');
});

test('with a recording the tests that call the function are run; for a file changed since, those that call any function of it', () => {
  const calls = { 'tests/domain/summary.test.ts': [-1, 3], 'tests/domain/act.test.ts': [-1, 4] };
  expect(testsOf(mutant(3), recorded(calls), distances, root)).toEqual(['tests/domain/summary.test.ts']);
  expect(testsOf(mutant(3), recorded(calls, 'another'), distances, root).toSorted()).toEqual([
    'tests/domain/act.test.ts',
    'tests/domain/summary.test.ts',
  ]);
});

test('a test that is newer than the recording is run when it imports the file', () => {
  const { unit } = recorded({ 'tests/domain/summary.test.ts': [3] });
  const { 'tests/domain/decimal.test.ts': _, ...tests } = unit?.tests ?? {};
  const askedWith = (failing: Readonly<Record<string, string>>) =>
    testsOf(mutant(3), { unit: { tests, failing, sources: unit?.sources ?? {} } }, distances, root).toSorted();
  expect(askedWith({})).toEqual(['tests/domain/decimal.test.ts', 'tests/domain/summary.test.ts']);
  // One that failed without a mutant is asked only when it was changed since.
  const failed = 'tests/domain/decimal.test.ts';
  expect(askedWith({ [failed]: 'before' })).toEqual([failed, 'tests/domain/summary.test.ts']);
  expect(askedWith({ [failed]: hashOf(join(root, failed)) })).toEqual(['tests/domain/summary.test.ts']);
});

test('a missing lock is looked for on PostgreSQL', () => {
  const calls = { 'tests/server/acts.test.ts': [3] };
  expect(testsOf(mutant(3, '.forUpdate left out'), recorded(calls), distances, root)).toEqual(['postgres:tests/server/acts.test.ts']);
  expect(testsOf(mutant(3), recorded(calls), distances, root)).toEqual(['tests/server/acts.test.ts']);
});

test('a test file that runs some of its tests on PostgreSQL only is run there too, also where it was recorded on the other engine', () => {
  const test = 'tests/server/backup.test.ts';
  const both = [test, `postgres:${test}`];
  expect(testsOf(mutant(3), recorded({ [test]: [3] }), distances, root)).toEqual(both);
  const reaches = new Map([[test, new Map([[path, 2]])]]);
  const { unit } = recorded({});
  const known = { took: 100, hash: hashOf(join(root, test)), calls: {} };
  const embedded = { tests: { [test]: known }, failing: {}, sources: unit?.sources ?? {} };
  expect(testsOf(mutant(3), { embedded }, reaches, root)).toEqual(both);
  expect(testsOf(mutant(3), { embedded, postgres: embedded }, reaches, root)).toEqual([]);
});

test('a test file takes as long as it was recorded to take on its engine', () => {
  const { unit } = recorded({ 'tests/server/backup.test.ts': [3] });
  const embedded = unit ?? { tests: {}, failing: {}, sources: {} };
  const named = (engine: string) => `${engine}tests/server/backup.test.ts`;
  expect([durationOf(named(''), { embedded }), durationOf(named('postgres:'), { embedded })]).toEqual([100, 10_000]);
  expect(durationOf(named('postgres:'), { postgres: embedded })).toBe(100);
});
