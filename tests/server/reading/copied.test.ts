import { expect, test } from 'vitest';
import { beginAll } from '../../../server/imports/reading/copied.ts';

const LIST = '7\t12\t';
test.each([
  ['whole lines of the list', `${LIST}1\ta\n${LIST}2\tb\n`, true],
  ['no line', '', true],
  ['a line of another list', `${LIST}1\ta\n7\t13\t2\tb\n`, false],
  ['a line of another team', `8\t12\t1\ta\n`, false],
  ['the end of all lines, with more behind it', `${LIST}1\ta\n\\.\n7\t13\t2\tb\n`, false],
  ['a last line that is cut', `${LIST}1\ta\n${LIST}2`, false],
  ['a beginning that is cut', `7\t1`, false],
])('%s', (_, lines, isOfList) => {
  expect(beginAll(Buffer.from(lines), LIST)).toBe(isOfList);
});
