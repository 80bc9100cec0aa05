import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './config.ts';
import { DEMO } from './demo/demo.ts';
import { serve } from './serve.ts';

const clientFolder = fileURLToPath(new URL('../dist', import.meta.url));

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : String(error));
  }
}

function reasonOf(error: unknown, config: Config): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `Port ${config.port} is taken. Stop what uses it, or choose another: PORT=4181 npm start`;
  if (config.databaseUrl !== null && (code === 'ECONNREFUSED' || code === 'ENOTFOUND'))
    return 'The PostgreSQL server of DATABASE_URL does not answer';
  return error.message;
}

const config = configured();
const running = await serve(config, { clientFolder }).catch((error: unknown) => stopWith(reasonOf(error, config)));
console.log(`Actum is ready at ${running.address}`);
if (config.demo) console.log(`Sign in as ${DEMO.email} with the password ${DEMO.password}`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    running.close().then(
      () => process.exit(0),
      (error: unknown) => stopWith(String(error)),
    );
  });
}
