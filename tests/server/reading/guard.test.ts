import { spawnSync } from 'node:child_process';
import { existsSync, truncateSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Clock, workedFor } from '../../../server/imports/reading/clock.ts';
import { type GuardOptions, readBehindGuard } from '../../../server/imports/reading/guard.ts';
import { type ListHead, readWorkbook, type Sink } from '../../../server/imports/reading/index.ts';
import { LIMITS } from '../../../server/imports/reading/limits.ts';
import { preparedReader } from '../../../server/imports/reading/prepared.ts';
import { expectFile, permissions, processFor } from '../../../server/imports/reading/process.ts';
import { childrenOf } from '../../bench/processes.ts';
import { fileOf, spreadsheetFile, workbookFile } from './workbooks.ts';

const estimate = () =>
  spreadsheetFile([
    ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'],
    ['Wall', 'm2', 3, 12.5, 37.5],
  ]);
/** An estimate whose amounts are one formula, written once and longer than a screen. */
function sharedFormula(rows: number): string {
  const text = (column: string, row: number, words: string) => `<c r="${column}${row}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const header = ['Description', 'Unit', 'Quantity', 'Rate', 'Amount'].map((words, at) => text('ABCDE'[at] ?? '', 1, words)).join('');
  const formula = `SUM(${Array.from({ length: 1_500 }, (_, at) => `C${at + 2}`).join(',')})`;
  const lines = Array.from({ length: rows }, (_, at) => {
    const row = at + 2;
    const shared = at === 0 ? `<f t="shared" si="0" ref="E2:E${rows + 1}">${formula}</f>` : '<f t="shared" si="0"/>';
    return `<row r="${row}">${text('A', row, `Work ${row}`)}${text('B', row, 'm')}<c r="C${row}"><v>2</v></c><c r="D${row}"><v>3</v></c><c r="E${row}">${shared}<v>6</v></c></row>`;
  });
  return workbookFile([{ name: 'Works', xml: `<sheetData><row r="1">${header}</row>${lines.join('')}</sheetData>` }]);
}
const nothing: Sink = { list: () => {}, rows: () => {}, judged: () => {} };
const read = (path: string, options: GuardOptions = {}) => readBehindGuard(path, nothing, options);

const children = () => childrenOf(process.pid);
/** Ends the process that waits for the next file, so that a file is read by one that is started for it. */
async function nobodyWaits(): Promise<void> {
  for (const child of children()) process.kill(child, 'SIGKILL');
  await expect.poll(children).toEqual([]);
}

/** Runs a script under the flags of the reading process; answers the error's code, or what it printed. */
async function underGuard(path: string | null, script: string): Promise<string> {
  const { stdout } = spawnSync(
    process.execPath,
    [
      ...permissions(await preparedReader(), ...(path === null ? [] : [path])),
      '-e',
      `try { ${script} } catch (error) { console.log(error.code) }`,
    ],
    { encoding: 'utf8' },
  );
  return stdout.trim();
}

test('the reading process can read the upload and nothing else on the machine, not even our other code', async () => {
  const path = fileOf('the upload');
  expect(await underGuard(path, `console.log(fs.readFileSync(${JSON.stringify(path)}, 'utf8'))`)).toBe('the upload');
  expect(await underGuard(path, "fs.readFileSync('/etc/hostname')")).toBe('ERR_ACCESS_DENIED');
  expect(await underGuard(path, "fs.readFileSync('server/config.ts')")).toBe('ERR_ACCESS_DENIED');
  expect(await underGuard(path, `fs.writeFileSync(${JSON.stringify(path)}, '')`)).toBe('ERR_ACCESS_DENIED');
  expect(await underGuard(path, "child_process.execSync('true')")).toBe('ERR_ACCESS_DENIED');
  expect(await underGuard(path, "console.log(process.permission.has('net'))")).toBe('false');
  expect(await underGuard(path, "new worker_threads.Worker('1', { eval: true })")).toBe('ERR_ACCESS_DENIED');
  expect(await underGuard(null, `fs.readFileSync(${JSON.stringify(path)})`)).toBe('ERR_ACCESS_DENIED');
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a process that waits reads the next small file, and the one after it has another', async () => {
  await nobodyWaits();
  expectFile(1);
  expectFile(1);
  await expect.poll(children).toHaveLength(1);
  const waiting = children();
  const reads: number[][] = [];
  const whoReads: Sink = { ...nothing, list: () => void reads.push(children()) };
  for (let file = 0; file < 2; file += 1) {
    expect(await readBehindGuard(estimate(), whoReads)).toEqual({ kind: 'read' });
    await expect.poll(children).toHaveLength(1);
  }
  const [first, second] = reads;
  expect(first).toEqual(waiting);
  expect(second).not.toEqual(first);
});

onLinux('a large file, and one whose waiting process was ended, are read by a process of their own', async () => {
  await nobodyWaits();
  expectFile(LIMITS.awaited + 1);
  expect(children()).toEqual([]);
  expectFile(LIMITS.awaited);
  await expect.poll(children).toHaveLength(1);
  const [waiting = 0] = children();
  const lines = Array.from({ length: 16_000 }, (_, at) => `Wall ${at};m2;3,5;12,50`);
  expect(await read(fileOf(['Description;Unit;Quantity;Rate', ...lines].join('\n')))).toEqual({ kind: 'read' });
  expect(children()).toEqual([waiting]);
  process.kill(waiting, 'SIGKILL');
  await expect.poll(children).toEqual([]);
  expect(await read(estimate())).toEqual({ kind: 'read' });
});

onLinux('a process that has waited long enough is given no file any more, and is gone', async () => {
  await nobodyWaits();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expectFile(1);
  await expect.poll(children).toHaveLength(1);
  const [waited = 0] = children();
  vi.advanceTimersByTime(120_000);
  vi.useRealTimers();
  const { child } = await processFor(estimate(), 1);
  expect(child.pid).not.toBe(waited);
  child.kill('SIGKILL');
  await expect.poll(children).toEqual([]);
});

onLinux('a process that waits ends when its parent does', async () => {
  const script = `import { expectFile } from './server/imports/reading/process.ts';
import { childrenOf } from './tests/bench/processes.ts';
expectFile(1);
while (childrenOf(process.pid).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(childrenOf(process.pid)[0]);`;
  const { stdout } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  const waiting = Number(stdout);
  expect(waiting).toBeGreaterThan(0);
  await expect.poll(() => existsSync(`/proc/${waiting}`)).toBe(false);
});

test('a waiting process reads a file like one started for it', async () => {
  const files = [
    estimate(),
    sharedFormula(300),
    fileOf('Description;Unit;Quantity;Rate\nWall;m2;3,5;12,50\nRoof;m2;x;2\n'),
    fileOf('no table'),
    fileOf(''),
  ];
  for (const file of files) {
    await nobodyWaits();
    const read = await readWorkbook(file);
    await expect.poll(async () => (expectFile(1), children().length)).toBe(1);
    expect(await readWorkbook(file)).toEqual(read);
  }
});

onLinux('a child that is not let work keeps the time it has', async () => {
  await nobodyWaits();
  const reading = read(estimate(), { deadline: 1_500 });
  await expect.poll(children).toHaveLength(1);
  const [child = 0] = children();
  process.kill(child, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  process.kill(child, 'SIGCONT');
  expect(await reading).toMatchObject({ kind: 'read' });
});

/** Milliseconds: the system counts whole ticks of each of two kinds. */
const TWO_TICKS = 20;

onLinux('the time a process has worked is the time it had the processor', async () => {
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const before = used();
  const worked = await workedFor(process.pid);
  expect(worked).toBeGreaterThan(before - TWO_TICKS);
  expect(worked).toBeLessThan(used() + TWO_TICKS);
});

onLinux('a child that is never let work is given up in the end', async () => {
  await nobodyWaits();
  const reading = read(sharedFormula(20_000), { deadline: 500 });
  await expect.poll(children).toHaveLength(1);
  const [child = 0] = children();
  process.kill(child, 'SIGSTOP');
  expect(await reading).toMatchObject({ kind: 'refused', code: 'TOO_SLOW' });
});

test('a reading is stopped at its deadline', async () => {
  expect(await read(estimate(), { deadline: 1 })).toMatchObject({ kind: 'refused', code: 'TOO_SLOW', status: 413 });
});

test('a reading is stopped at its memory limit', async () => {
  expect(await read(estimate(), { memory: 1 })).toMatchObject({ kind: 'refused', code: 'TOO_MUCH_MEMORY', status: 413 });
});

test('an aborted reading rejects with the reason and lets the next one start', async () => {
  const control = new AbortController();
  const reason = new Error('The import was cancelled');
  const reading = read(estimate(), { signal: control.signal, onProgress: () => control.abort(reason) });
  await expect(reading).rejects.toBe(reason);
  expect(await read(estimate())).toEqual({ kind: 'read' });
});

test('a small file is read beside a large one whose shared formula spans all rows', async () => {
  const control = new AbortController();
  const reason = new Error('The small file is read');
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const large = read(sharedFormula(90_000), { signal: control.signal, onProgress: () => begun.resolve() });
  const ended = expect(large.finally(() => (isOver = true))).rejects.toBe(reason);
  await begun.promise;
  expect(await read(estimate())).toEqual({ kind: 'read' });
  expect(isOver).toBe(false);
  control.abort(reason);
  await ended;
});

test('a file above the upload limit is refused unread, and so is an empty one', async () => {
  const path = fileOf('');
  expect(await read(path)).toMatchObject({ kind: 'refused', code: 'EMPTY_FILE' });
  truncateSync(path, LIMITS.upload + 1);
  expect(await read(path)).toMatchObject({ kind: 'refused', code: 'TOO_LARGE' });
  truncateSync(path, LIMITS.upload);
  expect(await read(path)).not.toMatchObject({ code: 'TOO_LARGE' });
});

test('a missing file rejects', async () => {
  await expect(read('/nowhere/at/all.xlsx')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the reading waits for the sink', async () => {
  const heard: string[] = [];
  const slow = async (what: string) => {
    heard.push(`${what} begins`);
    await setImmediate();
    heard.push(`${what} ends`);
  };
  const sink: Sink = {
    list: ({ sheet }: ListHead) => slow(sheet),
    rows: (rows) => slow(`${rows.length} row`),
    judged: ({ verdicts }) => slow(`${verdicts.length} verdict`),
  };
  expect(await readBehindGuard(estimate(), sink)).toEqual({ kind: 'read' });
  expect(heard).toEqual(['Works begins', 'Works ends', '1 row begins', '1 row ends', '1 verdict begins', '1 verdict ends']);
});

test('the deadline pauses while the child waits', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let rings = 0;
  const clock = new Clock(100, () => (rings += 1));
  clock.start();
  vi.advanceTimersByTime(60);
  clock.stop();
  vi.advanceTimersByTime(1_000);
  clock.start();
  vi.advanceTimersByTime(39);
  expect(rings).toBe(0);
  vi.advanceTimersByTime(1);
  expect(rings).toBe(1);
});

test("the sink's error ends the reading", async () => {
  const error = new Error('The disk is full');
  await expect(readBehindGuard(estimate(), { ...nothing, rows: () => Promise.reject(error) })).rejects.toBe(error);
  expect(await read(estimate())).toEqual({ kind: 'read' });
});
