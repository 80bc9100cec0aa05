/** Two measures of a child process's time: elapsed time and processor time. */
import { readFile } from 'node:fs/promises';

/** Counts the child's own time: the clock is paused while the child waits for us. */
export class Clock {
  #left: number;
  readonly #ring: () => void;
  #running: { readonly timer: NodeJS.Timeout; readonly since: number } | null = null;

  constructor(left: number, ring: () => void) {
    this.#left = left;
    this.#ring = ring;
  }

  start(): void {
    this.#running ??= { timer: setTimeout(() => this.#over(), this.#left), since: performance.now() };
  }

  /** Starts the clock again after it has rung, with this much time left. */
  more(left: number): void {
    this.stop();
    this.#left = left;
    this.start();
  }

  stop(): void {
    if (this.#running === null) return;
    clearTimeout(this.#running.timer);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#running.since));
    this.#running = null;
  }

  #over(): void {
    this.#running = null;
    this.#left = 0;
    this.#ring();
  }
}

/** The processor time of a process in milliseconds, where the system reports it (Linux); infinite elsewhere, so that all elapsed time counts. */
export async function workedFor(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return Number.POSITIVE_INFINITY;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[USER_TICKS + 1])) * MS_PER_TICK;
}
const MS_PER_TICK = 10;
/** The index of the ticks in user mode among the fields after the process's name; those in system mode follow. */
const USER_TICKS = 11;
