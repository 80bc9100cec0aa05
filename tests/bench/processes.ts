/** Processor time and memory of other processes, read from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;
const LOOK_EVERY = 20;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      textOf(`/proc/${pid}/task/${task}/children`)
        .split(' ')
        .flatMap((child) => (child.trim() === '' ? [] : [Number(child)])),
    );
  } catch {
    return [];
  }
}

/** CPU milliseconds of a process and of all it has started, those that have ended included. */
export function cpuOf(pid: number): number {
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * MS_PER_TICK + childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0);
}

/** The same of the threads that run now, to the nanosecond: for what takes less than a tick. */
export function runningTimeOf(pid: number): number {
  let own = 0;
  try {
    for (const task of readdirSync(`/proc/${pid}/task`)) own += Number(textOf(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
  return childrenOf(pid).reduce((sum, child) => sum + runningTimeOf(child), own);
}

/** The most memory a process has held so far, in MB. */
export const peakOf = (pid: number): number => Number(/^VmHWM:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** The memory a process and all it has started hold now, in MB. */
export const heldBy = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024 +
  childrenOf(pid).reduce((sum, child) => sum + heldBy(child), 0);

/** Watches processes that come and go: the most memory any of them has held, once it is stopped. */
export function watchPeak(pids: () => readonly number[]) {
  let most = 0;
  const look = () => {
    for (const pid of pids()) most = Math.max(most, peakOf(pid));
  };
  const timer = setInterval(look, LOOK_EVERY);
  return {
    stop(): number {
      look();
      clearInterval(timer);
      return most;
    },
  };
}
