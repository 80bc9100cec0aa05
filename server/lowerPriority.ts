import { getPriority, setPriority } from 'node:os';

/**
 * Lets a process work when others do not need the processor: the larger `niceness`, up to 19, the later its turn. One that already gives way
 * more is left as it is, because only root may raise a priority.
 */
export function lowerPriority(pid: number, niceness: number): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness);
}
