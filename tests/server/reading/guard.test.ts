import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { permissions, readBehindGuard } from '../../../server/imports/reading/guard.ts';
import { fileOf, spreadsheetFile } from './workbooks.ts';

const estimate = () =>
  spreadsheetFile([
    ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
    ['Wall', 'm2', 3, 12.5, 37.5],
  ]);
const lists = { kind: 'read', lists: [expect.objectContaining({ sheet: 'Works' })] };

/** Runs a script under the flags of the reading process; answers the error's code, or what it printed. */
function underGuard(path: string, script: string): string {
  const { stdout } = spawnSync(
    process.execPath,
    [...permissions(path), '-e', `try { ${script} } catch (error) { console.log(error.code) }`],
    { encoding: 'utf8' },
  );
  return stdout.trim();
}

test('the reading process can read the upload and nothing else of the machine', () => {
  const path = fileOf('the upload');
  expect(underGuard(path, `console.log(fs.readFileSync(${JSON.stringify(path)}, 'utf8'))`)).toBe('the upload');
  expect(underGuard(path, "fs.readFileSync('/etc/hostname')")).toBe('ERR_ACCESS_DENIED');
  expect(underGuard(path, `fs.writeFileSync(${JSON.stringify(path)}, '')`)).toBe('ERR_ACCESS_DENIED');
  expect(underGuard(path, "child_process.execSync('true')")).toBe('ERR_ACCESS_DENIED');
  expect(underGuard(path, "console.log(process.permission.has('net'))")).toBe('false');
  expect(underGuard(path, "new worker_threads.Worker('1', { eval: true })")).toBe('ERR_ACCESS_DENIED');
});

test('past its deadline the reading is given up', async () => {
  expect(await readBehindGuard(estimate(), { deadline: 1 })).toMatchObject({ kind: 'refused', code: 'TOO_SLOW', status: 413 });
});

test('past its memory the reading is given up', async () => {
  expect(await readBehindGuard(estimate(), { memory: 1 })).toMatchObject({ kind: 'refused', code: 'TOO_MUCH_MEMORY', status: 413 });
});

test('an aborted reading rejects with the reason and lets the next one in', async () => {
  const control = new AbortController();
  const reason = new Error('The import was cancelled');
  const reading = readBehindGuard(estimate(), { signal: control.signal, onProgress: () => control.abort(reason) });
  await expect(reading).rejects.toBe(reason);
  expect(await readBehindGuard(estimate())).toEqual(lists);
});

test('readings wait for one another', async () => {
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((number) => readBehindGuard(estimate()).then(() => order.push(number))));
  expect(order).toEqual([1, 2, 3]);
});

test('a file that is not there rejects', async () => {
  await expect(readBehindGuard('/nowhere/at/all.xlsx')).rejects.toMatchObject({ code: 'ENOENT' });
});
