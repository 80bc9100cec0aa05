import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server; null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The beginning of all links to this installation; null until the port is known. */
  readonly publicUrl: string | null;
  readonly jwtSecret: Uint8Array;
  /** The mail server; null writes mails into `dataDir`/outbox. */
  readonly smtpUrl: string | null;
  /** Sender of mails; null for "Actum <no-reply@…>" at the host of `publicUrl`. */
  readonly mailFrom: string | null;
  /** Proxies whose X-Forwarded-For is trusted: the given number of nearest ones, or those at the given addresses and networks. */
  readonly trustProxy: number | readonly string[];
  /** Where the client reports errors to: a Sentry DSN; null reports nothing. */
  readonly sentryDsn: string | null;
  /** A demo team and sign-in are made at the first start. */
  readonly demo: boolean;
  /** Each request is logged, without a value: for development. */
  readonly logsRequests: boolean;
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
  const smtpUrl = set('SMTP_URL');
  if (smtpUrl !== null && !isSmtp(smtpUrl))
    throw new Error('SMTP_URL must be an address such as smtp://user:password@mail.example:587 or smtps://mail.example');
  const mailFrom = set('MAIL_FROM');
  if (mailFrom !== null && !/^(?:[^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(mailFrom))
    throw new Error(`MAIL_FROM must be an address such as Actum <no-reply@estimates.example>, not "${mailFrom}"`);
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    jwtSecret: secret(set('JWT_SECRET'), dataDir),
    smtpUrl,
    mailFrom,
    trustProxy: trustProxy(set('TRUST_PROXY')),
    sentryDsn,
    logsRequests: logsRequests(set('LOG_REQUESTS')),
    demo: demo(set('DEMO'), databaseUrl === null && LOOPBACK.includes(host) && publicUrl === null && set('TRUST_PROXY') === null),
  };
}

function logsRequests(text: string | null): boolean {
  if (text !== null && text !== 'on' && text !== 'off') throw new Error(`LOG_REQUESTS must be on or off, not "${text}"`);
  return text === 'on';
}

/** Whether people at other machines can reach the server, over the network or through a proxy. */
export const isExposed = ({ host, publicUrl, trustProxy }: Config): boolean =>
  !LOOPBACK.includes(host) || publicUrl !== null || typeof trustProxy === 'number' || trustProxy.length > 0;

function isSmtp(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

const MOST_HOPS = 20;

/** A number of proxies, or their addresses and networks; nothing trusts none. */
function trustProxy(value: string | null): Config['trustProxy'] {
  if (value === null) return [];
  if (/^\d+$/.test(value) && Number(value) <= MOST_HOPS) return Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (!addresses.every(isNetwork))
    throw new Error(`TRUST_PROXY must be a number of proxies or their addresses such as 10.0.0.1, 192.168.0.0/16, not "${value}"`);
  return addresses;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
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
      if (!byDefault)
        throw new Error(
          'DEMO=on is for the embedded database on a loopback HOST without PUBLIC_URL and TRUST_PROXY only: its password is public',
        );
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeSecret(file);
  const kept = readFileSync(file);
  if (kept.length < SECRET_MIN_BYTES)
    throw new Error(`The signing secret in ${file} is empty or cut off. Delete the file to have a new one made: nobody is signed out`);
  return kept;
}

/** Writes the secret atomically. When two processes start at once, the first one's secret is kept. */
function makeSecret(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}
