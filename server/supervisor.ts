/**
 * Tells systemd that this process is ready, alive or about to end (deploy/systemd/actum.service). Node has no datagrams on UNIX sockets, so
 * systemd's own program sends the messages; without NOTIFY_SOCKET nothing is sent.
 */
import { execFile } from 'node:child_process';
import { reportError } from './log.ts';

interface Supervisor {
  ready(): void;
  ending(): void;
}

export function supervisorOf(env: NodeJS.ProcessEnv): Supervisor {
  if (env.NOTIFY_SOCKET === undefined) return { ready: () => undefined, ending: () => undefined };
  const say = (...words: string[]) =>
    void execFile('systemd-notify', [`--pid=${process.pid}`, ...words], (error) => {
      if (error !== null) reportError('systemd could not be told', error);
    });
  /** Microseconds after which systemd takes silence for a hang; this process reports twice in that time while its event loop runs. */
  const watchdogMicroseconds = Number(env.WATCHDOG_USEC ?? 0);
  let timer: NodeJS.Timeout | undefined;
  return {
    ready() {
      say('--ready');
      if (watchdogMicroseconds > 0) timer = setInterval(() => say('WATCHDOG=1'), watchdogMicroseconds / 2_000);
    },
    ending() {
      // The reports continue, so that requests under way have time to finish.
      say('STOPPING=1');
      timer?.unref();
    },
  };
}
