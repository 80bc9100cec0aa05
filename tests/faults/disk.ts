/** A small disk of its own in memory, which can be filled: where this process may mount one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTES = 600;

export interface Disk {
  readonly folder: string;
  /** Whether it can be filled; otherwise schedules leave that fault out. */
  readonly canFill: boolean;
  fill(): void;
  empty(): void;
  remove(): void;
}

/** A disk in memory when mounting is permitted; otherwise a folder, in memory where the system has one. */
export function makeDisk(megabytes = MEGABYTES): Disk {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'actum-faults-'));
  let mounted = mount(folder, megabytes);
  const canFill = mounted;
  // PostgreSQL, run as another user, passes through it.
  chmodSync(folder, 0o755);
  const ballast = join(folder, 'ballast');
  const empty = () => rmSync(ballast, { force: true });
  const remove = () => {
    if (mounted) execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    mounted = false;
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, canFill, fill: () => fillWith(ballast, folder), empty, remove };
}

function mount(folder: string, megabytes: number): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'actum-faults', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fillWith(ballast: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  try {
    execFileSync('fallocate', ['-l', String(bavail * bsize), ballast], { stdio: 'ignore' });
  } catch {
    // Others write meanwhile, so the remaining space is filled byte by byte.
  }
  const file = openSync(ballast, 'a');
  try {
    for (const size of [1_048_576, 4_096]) {
      const piece = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, piece);
      } catch {
        // full
      }
    }
  } finally {
    closeSync(file);
  }
}
