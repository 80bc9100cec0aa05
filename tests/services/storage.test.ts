/** Values kept on this device between page loads. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { carryStorage } from '../../src/services/carryStorage.ts';
import { interruptedWork } from '../../src/services/interruptedWork.ts';
import { invoiceStorage } from '../../src/services/invoiceStorage.ts';
import { layoutStorage } from '../../src/services/layoutStorage.ts';
import { companyStorage } from '../../src/services/storage.ts';
import { viewStorage } from '../../src/services/viewStorage.ts';

/** A storage of a browser, which holds texts by name. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
}
beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});
afterEach(() => vi.unstubAllGlobals());

test('each value is kept under its own name', () => {
  layoutStorage.write('1', ['name']);
  layoutStorage.write('2', ['code']);
  carryStorage.write('1', 'pairs');
  expect([layoutStorage.read('1'), layoutStorage.read('2'), layoutStorage.read('3'), carryStorage.read('1')]).toEqual([
    ['name'],
    ['code'],
    null,
    'pairs',
  ]);
  layoutStorage.forget('1');
  expect([layoutStorage.read('1'), layoutStorage.read('2'), carryStorage.read('1')]).toEqual([null, ['code'], 'pairs']);
});

test('choices for e-invoices are kept for each project', () => {
  invoiceStorage.write(1, 'a');
  invoiceStorage.write(2, 'b');
  expect([1, 2, 3].map(invoiceStorage.read)).toEqual(['a', 'b', null]);
});

test.each([
  ['7', 7],
  ['1', 1],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['Pine', null],
])('a kept team %s is read as %s', (kept, read) => {
  localStorage.setItem('actum.company', kept);
  expect(companyStorage.read()).toBe(read);
});

test('the views of sixty lists are kept; beyond that the one used longest ago that the server has is dropped', () => {
  const unsent = { isUnsent: true };
  viewStorage.write('1', unsent);
  for (let list = 2; list <= 60; list += 1) viewStorage.write(String(list), list);
  viewStorage.write('2', 'again');
  viewStorage.write('61', 61);
  const kept = () => Array.from({ length: 63 }, (_, at) => String(at + 1)).filter((list) => viewStorage.read(list) !== null);
  expect([kept().length, viewStorage.read('1'), viewStorage.read('2'), viewStorage.read('3')]).toEqual([60, unsent, 'again', null]);
  viewStorage.write('62', { isUnsent: false });
  expect([kept().length, viewStorage.read('4'), viewStorage.read('5')]).toEqual([60, null, 5]);
  expect(viewStorage.unsent()).toEqual(['1']);
});

test('where the server has no view of any list, the one used longest ago is dropped', () => {
  for (let list = 1; list <= 61; list += 1) viewStorage.write(String(list), { isUnsent: true });
  expect(['1', '2'].map((list) => viewStorage.read(list) === null)).toEqual([true, false]);
  expect(viewStorage.unsent()).toHaveLength(60);
});

test.each([
  ['views', () => viewStorage.read('1'), () => viewStorage.write('1', 1)],
  ['layouts', () => layoutStorage.read('1'), () => layoutStorage.write('1', 1)],
  ['a team', companyStorage.read, () => companyStorage.write(1)],
  ['interrupted work', interruptedWork.read, () => interruptedWork.write('1')],
])('a browser that refuses its storage keeps nothing, without an error: %s', (_, read, write) => {
  const refused = () => {
    throw new DOMException('', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, { getItem: refused, setItem: refused, removeItem: refused });
  write();
  expect(read()).toBeNull();
});

test.each(['not JSON', '{"1":2}', '[["1"],7,null]'])('views kept as %s are none', (text) => {
  localStorage.setItem('actum.rowViews', text);
  expect([viewStorage.read('1'), viewStorage.unsent()]).toEqual([null, []]);
});

test('work of an ended session is kept until it is taken up', () => {
  interruptedWork.write('work');
  expect(interruptedWork.read()).toBe('work');
  interruptedWork.clear();
  expect(interruptedWork.read()).toBeNull();
});
