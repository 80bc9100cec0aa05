import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { lowerPriority } from '../../server/lowerPriority.ts';

// There is nothing below 19 to give way to.
test.skipIf(getPriority() > 17)('a process gives way, and one that gives way more already is left alone', async () => {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill());
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  // From its own priority on, because a lower one than that is for root alone.
  const own = getPriority(pid);
  setPriority(pid, own + 1);
  lowerPriority(pid, own);
  expect(getPriority(pid)).toBe(own + 1);
  lowerPriority(pid, own + 2);
  expect(getPriority(pid)).toBe(own + 2);
  lowerPriority(pid, own + 1);
  expect(getPriority(pid)).toBe(own + 2);
});
