import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server; null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** What links to this installation begin with; null until the port is known. */
  readonly publicUrl: string | null;
  readonly jwtSecret: Uint8Array;
  /** Where the client reports errors to: a Sentry DSN; null reports nothing. */
  readonly sentryDsn: string | null;
  /** A demo team and sign-in are made at the first start. */
  readonly demo: boolean;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];
const SECRET_MIN_BYTES = 32;

/** Reads the settings (README, Settings). Throws an Error whose message says which setting is wrong and what it may be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name]);
  const port = Number(set('PORT') ?? 4180);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a whole number from 0 to 65535, not "${env.PORT}"`);
  const host = set('HOST') ?? '127.0.0.1';
  const dataDir = resolve(set('DATA_DIR') ?? './data');
  const databaseUrl = set('DATABASE_URL');
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error('DATABASE_URL must begin with postgres:// or postgresql://');
  const publicUrl = set('PUBLIC_URL');
  if (publicUrl !== null && !URL.canParse(publicUrl))
    throw new Error(`PUBLIC_URL must be an address such as https://estimates.example, not "${publicUrl}"`);
  const sentryDsn = set('SENTRY_DSN');
  if (sentryDsn !== null && !isDsn(sentryDsn))
    throw new Error(`SENTRY_DSN must be an address such as https://key@errors.example/1, not "${sentryDsn}"`);
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    jwtSecret: secret(set('JWT_SECRET'), dataDir),
    sentryDsn,
    demo: demo(set('DEMO'), databaseUrl === null && LOOPBACK.includes(host)),
  };
}

/** A key, a host and a project's number, over http or https. */
function isDsn(text: string): boolean {
  const dsn = URL.parse(text);
  return dsn !== null && /^https?:$/.test(dsn.protocol) && dsn.username !== '' && /\/\d+$/.test(dsn.pathname);
}

function demo(value: string | null, byDefault: boolean): boolean {
  switch (value) {
    case null:
      return byDefault;
    case 'on':
      if (!byDefault) throw new Error('DEMO=on is for the embedded database on a loopback HOST only: its password is public');
      return true;
    case 'off':
      return false;
    default:
      throw new Error(`DEMO must be on or off, not "${value}"`);
  }
}

/** The given secret, or one made once and kept in the data folder, readable by its owner only. */
function secret(given: string | null, dataDir: string): Uint8Array {
  if (given !== null) {
    const bytes = Buffer.from(given);
    if (bytes.length < SECRET_MIN_BYTES) throw new Error(`JWT_SECRET must be at least ${SECRET_MIN_BYTES} characters long`);
    return bytes;
  }
  const file = join(dataDir, 'jwt-secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
  return readFileSync(file);
}
