/** A server as `npm start` runs it, in a process of its own that can be killed, paused and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const PAUSE_BETWEEN_STARTS = 200;
/** Log texts that a healthy server never writes. */
const ALARMING =
  /nobody caught|nobody awaited|unhandled|uncaught|triggerUncaughtException|TypeError|ReferenceError|RangeError|FATAL ERROR|MaxListenersExceeded/i;
const LONGEST_LOG = 200_000;

interface NodeOptions {
  readonly name: string;
  /** The project's folder, or a copy of it. */
  readonly tree: string;
  /** Where it may keep its own files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export class ServerNode {
  private child: ChildProcess | null = null;
  private port: number | null = null;
  private expected = false;
  private isWanted = false;
  private readonly options: NodeOptions;
  private readonly clock: string;
  readonly name: string;
  /** Output of the process over all restarts. */
  log = '';
  /** Exits that no fault asked for. */
  readonly deaths: string[] = [];

  constructor(options: NodeOptions) {
    this.options = options;
    this.name = options.name;
    this.clock = join(options.folder, `clock of ${options.name}`);
    writeFileSync(this.clock, '0');
  }

  /** Where it listens; null while it is not ready. */
  get listens(): number | null {
    return this.port;
  }
  get isRunning(): boolean {
    return this.child !== null;
  }

  /** Starts it, repeatedly until it is ready, as a supervisor would. */
  async start(): Promise<void> {
    this.isWanted = true;
    while (this.isWanted && this.child === null && !(await this.once())) await pause(PAUSE_BETWEEN_STARTS);
  }

  private once(): Promise<boolean> {
    const { tree, env } = this.options;
    const preload = pathToFileURL(join(import.meta.dirname, 'clock.ts')).href;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', preload, 'server/main.ts'], {
      cwd: tree,
      env: { ...process.env, PORT: '0', DEMO: 'off', LOG_REQUESTS: 'off', CLOCK_STEP_FILE: this.clock, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.expected = false;
    let said = '';
    return new Promise((resolve) => {
      const hear = (chunk: Buffer) => {
        this.log = (this.log + chunk.toString()).slice(-LONGEST_LOG);
        if (this.port !== null) return;
        said += chunk.toString();
        const ready = /Actum is ready at http:\/\/[^:]+:(\d+)/.exec(said);
        if (ready === null) return;
        this.port = Number(ready[1]);
        resolve(true);
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code, signal) => {
        if (this.port !== null && !this.expected) this.deaths.push(`${this.name} ended by itself with ${signal ?? code}`);
        const wasReady = this.port !== null;
        this.child = null;
        this.port = null;
        this.log += `\n— ended with ${signal ?? code}\n`;
        resolve(false);
        // A supervisor restarts the process, and the schedule goes on.
        if (wasReady && !this.expected && this.isWanted) void this.start();
      });
    });
  }

  /** Ends it and waits until it has ended; answers its exit code, null when it was killed or did not end in time. */
  async end(signal: 'SIGKILL' | 'SIGTERM', patience: number): Promise<number | null> {
    const { child } = this;
    this.isWanted = false;
    this.expected = true;
    if (child === null) return null;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const waited = AbortSignal.timeout(patience);
    const code = await Promise.race([gone, new Promise<null>((resolve) => waited.addEventListener('abort', () => resolve(null)))]);
    if (this.child === child) {
      if (signal === 'SIGTERM') this.deaths.push(`${this.name} did not end within ${patience} ms of SIGTERM`);
      child.kill('SIGKILL');
      await gone;
    }
    return code;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** Shifts its clock by the given milliseconds from the real one. */
  shiftClock(by: number): void {
    writeFileSync(this.clock, String(by));
  }

  /** Lines that a healthy server never writes. */
  alarms(): string[] {
    return this.log.split('\n').filter((line) => ALARMING.test(line));
  }
}
