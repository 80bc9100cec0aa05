import { type ChildProcess, spawn } from 'node:child_process';

/**
 * How tests start Node for a process of the product. V8 would optimize the embedded database's most used functions, which never pays off in a process that
 * lives for seconds or minutes: it costs each start half a second of processor time.
 */
export const NODE = [process.execPath, '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;

export interface Started {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Everything the server has written to its output. */
  said(): string;
  /** Stops reading the server's output, as when its terminal is closed. */
  deafen(): void;
  /** Its exit code, once it has ended; null when it was killed. */
  readonly ended: Promise<number | null>;
}

/** The real server as `npm start` runs it, in a process of its own, on any free port; `umask` as a shell before it may have set it. */
export async function started(
  env: Readonly<Record<string, string>>,
  program = 'server/main.ts',
  umask?: string,
  start: readonly string[] = NODE,
): Promise<Started> {
  const node = [...start, program];
  const [command = '', ...args] = umask === undefined ? node : ['/bin/sh', '-c', `umask ${umask}; exec "$0" "$@"`, ...node];
  const child: ChildProcess = spawn(command, args, {
    // Never the database in the environment of the person who runs the tests, because tests write into their database.
    env: { ...process.env, PORT: '0', DATABASE_URL: '', DATABASE_LISTEN_URL: '', LOG_FORMAT: 'lines', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    process.stderr.write(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /Actum is ready at ([^\s"]+)/.exec(said);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
  });
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended;
  };
  const deafen = () => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return { address, pid: child.pid ?? 0, stop: end('SIGTERM'), kill: end('SIGKILL'), said: () => said, deafen, ended };
}
