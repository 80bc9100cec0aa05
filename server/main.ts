import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './config.ts';
import { type Log, reportError, startLog } from './log.ts';
import type { Running } from './serve.ts';
import { reasonOf } from './startFailure.ts';
import { supervisorOf } from './supervisor.ts';

// Files that this process or the reading process makes are for its user only.
process.umask(0o077);
const clientFolder = fileURLToPath(new URL('../dist', import.meta.url));

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return stopWith(reasonOf(error, null));
  }
}

/** Milliseconds after which the process is killed even when something still runs. */
const LONGEST_END = 40_000;

const supervisor = supervisorOf(process.env);
let running: Running | null = null;
let ending: Promise<void> | null = null;

// A closed log pipe is no reason to stop, and reporting the error would fail in the same way.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Ends the process once, after requests under way have got their answers. */
function end(code: number): void {
  if (ending === null) {
    setTimeout(() => process.exit(1), LONGEST_END).unref();
    supervisor.ending();
  }
  ending ??= (running?.close() ?? Promise.resolve()).then(
    () => process.exit(code),
    (error: unknown) => {
      reportError('The server did not end in order', error);
      process.exit(1);
    },
  );
}

// An uncaught error leaves unknown state, so the process answers the requests under way and ends.
process.on('uncaughtException', (error) => {
  reportError('A fault nobody caught', error);
  end(1);
});
process.on('unhandledRejection', (error) => {
  reportError('A promise nobody awaited', error);
  end(1);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (ending !== null && signal === 'SIGINT') process.exit(130);
    end(0);
  });
}

const config = configured();
const log: Log = startLog(config.logFormat, config.logLevel);
// Loaded after the settings are read, so that a wrong one is named at once.
const [{ serve }, { DEMO }] = await Promise.all([import('./serve.ts'), import('./demo/demo.ts')]);
running = await serve(config, { clientFolder, log }).catch((error: unknown) => stopWith(reasonOf(error, config)));
supervisor.ready();
log.info(`Actum is ready at ${running.address}`, { event: 'ready' });
if (config.demo) log.info(`Sign in as ${DEMO.email} with the password ${DEMO.password}`);

running.database.stopped.addEventListener('abort', ({ target }) => {
  reportError(
    'The embedded database has stopped; nothing acknowledged is lost, and the next start goes on from there',
    (target as AbortSignal).reason,
  );
  end(1);
});
