import { expect, test } from 'vitest';
import { unusedExports } from '../../scripts/unusedExports.ts';

const unusedIn = (sources: Readonly<Record<string, string>>) => unusedExports(new Map(Object.entries(sources)));

test('names each export that no other file imports, types and re-exports too', () => {
  const sources = {
    'domain/money.ts': `export const used = 1;
export const unused = used;
export type Used = string;
export interface Unused { readonly of: Used }
export default used;`,
    'domain/all.ts': "export { used as passedOn, type Used } from './money.ts';",
    'src/main.ts': "import { passedOn } from '../domain/all.ts';\nexport const app = passedOn;",
  };
  expect(unusedIn(sources)).toEqual([
    'domain/money.ts:2 unused',
    'domain/money.ts:4 Unused',
    'domain/money.ts:5 default',
    'domain/all.ts:1 Used',
    'src/main.ts:2 app',
  ]);
});

test('a module imported as an object counts the names that the importing file mentions', () => {
  const sources = {
    'domain/fields.ts': 'export const name = 1;\nexport const unit = 2;',
    'src/screen.ts': 'export const Screen = 1;\nexport const Unseen = 2;',
    'src/main.ts': "import * as f from '../domain/fields.ts';\nimport('./screen.ts').then((module) => module.Screen === f.name);",
  };
  expect(unusedIn(sources)).toEqual(['domain/fields.ts:2 unit', 'src/screen.ts:2 Unseen']);
});

test('a module passed on as an object counts all its names', () => {
  const sources = {
    'domain/sentences.ts': 'export const first = 1;\nexport const second = 2;',
    'src/main.ts': "import * as sentences from '../domain/sentences.ts';\nconsole.log(Object.values(sentences));",
  };
  expect(unusedIn(sources)).toEqual([]);
});

test('a file that a tool loads by its path needs no import', () => {
  expect(unusedIn({ 'vite.config.ts': 'export default {};', 'src/machines/find/find.model.ts': 'export const findModel = {};' })).toEqual(
    [],
  );
});
