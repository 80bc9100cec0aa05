import { resolve } from 'node:path';
import { leakedPasswords } from './leakedPasswords.ts';
import { domains, issuer, roles, type SingleSignOn, singleSignOn, strengths } from './oidcSettings.ts';
import {
  databaseAddress,
  duration,
  hostAndPort,
  isDsn,
  isSmtp,
  oneOf,
  onOff,
  port,
  proxies,
  type SecretWord,
  secretText,
  secretWord,
  signingSecret,
  wholeNumber,
} from './settingValues.ts';

/** A setting that an installation's administrator may set, by the environment variable of its name. */
interface Setting<Value> {
  /** The default, in words. */
  readonly without: string;
  readonly meaning: string;
  readonly about: About;
  /** Its value is never shown. */
  readonly isSecret?: true;
  /** Throws an Error whose message says what the value may be. A missing and an empty text are null. */
  readonly read: (text: string | null) => Value;
}
export const ABOUT = [
  'Where it is reached',
  'What it keeps',
  'Backups',
  'Mail',
  'Who may come in',
  'One sign-in of a company',
  'What it tells',
] as const;
type About = (typeof ABOUT)[number];

const setting = <Value>(about: About, rest: Omit<Setting<Value>, 'about'>): Setting<Value> => ({ about, ...rest });
const matching =
  (fits: (text: string) => boolean, refusal: (text: string) => string) =>
  (text: string | null): string | null => {
    if (text !== null && !fits(text)) throw new Error(refusal(text));
    return text;
  };

/** Everything that can be set. `docs/settings.md` is written from it (`scripts/settings.ts`). */
export const SETTINGS = {
  PORT: setting('Where it is reached', { without: '4180', meaning: 'the port to listen on', read: port }),
  HOST: setting('Where it is reached', {
    without: '127.0.0.1',
    meaning: 'the address to listen on',
    read: (text) => text ?? '127.0.0.1',
  }),
  PUBLIC_URL: setting('Where it is reached', {
    without: 'the address it listens on',
    meaning: 'what links to this installation begin with, `https://estimates.example`',
    read: matching(URL.canParse, (text) => `PUBLIC_URL must be an address such as https://estimates.example, not "${text}"`),
  }),
  TRUST_PROXY: setting('Where it is reached', {
    without: 'off',
    meaning: 'whose `X-Forwarded-For` is believed: a number of proxies in front, or their addresses and networks, separated by commas',
    read: proxies,
  }),
  DATA_DIR: setting('What it keeps', {
    without: './data',
    meaning: 'the embedded database, the signing secret, the outbox, files while they are read; the database is for one process',
    read: (text) => resolve(text ?? './data'),
  }),
  DATABASE_URL: setting('What it keeps', {
    without: 'the embedded database',
    meaning:
      'a PostgreSQL server, 15 or later: `postgres://user:password@host/database`; of several (`host:5432,host:5432`) the one that takes writes',
    isSecret: true,
    read: databaseAddress('DATABASE_URL'),
  }),
  DATABASE_LISTEN_URL: setting('What it keeps', {
    without: 'the same as `DATABASE_URL`',
    meaning:
      'an address past the pooler, needed where `DATABASE_URL` leads to a pooler in transaction mode such as pgbouncer: it is used to listen for notifications',
    isSecret: true,
    read: databaseAddress('DATABASE_LISTEN_URL'),
  }),
  HISTORY_DAYS: setting('What it keeps', {
    without: '90',
    meaning: 'days for which edits can be undone; for older edits the history keeps who, when, and the values before and after',
    read: wholeNumber('HISTORY_DAYS', 1, 36_500),
  }),
  HISTORY_LOG_DAYS: setting('What it keeps', {
    without: '3650',
    meaning: 'days for which the history of an edit can be read; history after a named moment is kept longer',
    read: wholeNumber('HISTORY_LOG_DAYS', 1, 36_500),
  }),
  SECURITY_LOG_DAYS: setting('What it keeps', {
    without: '400',
    meaning: 'days an entry of the security log is kept, at least 30',
    read: wholeNumber('SECURITY_LOG_DAYS', 30, 36_500),
  }),
  BACKUP_DIR: setting('Backups', {
    without: 'no scheduled backups',
    meaning: 'the folder into which the server puts its scheduled backups',
    read: (text) => (text === null ? null : resolve(text)),
  }),
  BACKUP_EVERY: setting('Backups', {
    without: '24h',
    meaning: 'how often: `30m`, `6h` or `1d`',
    read: duration('BACKUP_EVERY'),
  }),
  BACKUP_KEEP: setting('Backups', {
    without: '7',
    meaning: 'how many scheduled backups are kept in `BACKUP_DIR`',
    read: wholeNumber('BACKUP_KEEP', 1, 10_000),
  }),
  BACKUP_PASSPHRASE: setting('Backups', {
    without: 'backups are not encrypted',
    meaning: 'encrypts backups, and opens encrypted ones; at least 8 characters',
    isSecret: true,
    read: secretText('BACKUP_PASSPHRASE', 8),
  }),
  BACKUP_PASSPHRASE_FILE: setting('Backups', {
    without: 'see `BACKUP_PASSPHRASE`',
    meaning: 'a file whose first line is the passphrase',
    read: (text) => (text === null ? null : resolve(text)),
  }),
  BACKUP_BEFORE_UPGRADE: setting('Backups', {
    without: '`on`',
    meaning: 'the embedded database is backed up into `DATA_DIR/backups` before a new version changes its tables; the last three stay',
    read: onOff('BACKUP_BEFORE_UPGRADE'),
  }),
  SMTP_URL: setting('Mail', {
    without: 'mails are files in `DATA_DIR/outbox`; the log names the file',
    meaning: 'the mail server: `smtp://user:password@host:587` or `smtps://…`',
    isSecret: true,
    read: matching(isSmtp, () => 'SMTP_URL must be an address such as smtp://user:password@mail.example:587 or smtps://mail.example'),
  }),
  MAIL_FROM: setting('Mail', {
    without: '`Actum <no-reply@…>` at the host of `PUBLIC_URL`',
    meaning: 'the sender of mails',
    read: matching(
      (text) => /^(?:[^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text),
      (text) => `MAIL_FROM must be an address such as Actum <no-reply@estimates.example>, not "${text}"`,
    ),
  }),
  JWT_SECRET: setting('Who may come in', {
    without: 'made and kept in `DATA_DIR`',
    meaning: 'signs access tokens; at least 32 characters',
    isSecret: true,
    read: secretWord('JWT_SECRET', 32),
  }),
  LEAKED_PASSWORDS: setting('Who may come in', {
    without: 'the 10,000 most common passwords are refused, and no others for having leaked',
    meaning:
      'a file of the SHA-1 hashes of leaked passwords in their order, one a line (`HASH:COUNT`): new passwords that are in it are refused',
    read: leakedPasswords,
  }),
  DEMO: setting('Who may come in', {
    without: '`on` with the embedded database on a loopback host',
    meaning: 'makes the demo sign-in and a project to look at; never with `PUBLIC_URL` or `TRUST_PROXY`, which close it',
    read: onOff('DEMO'),
  }),
  OIDC_ISSUER: setting('One sign-in of a company', {
    without: 'people sign in with a password here',
    meaning: 'the provider of OpenID Connect, as it names itself: `https://login.example`',
    read: issuer,
  }),
  OIDC_CLIENT_ID: setting('One sign-in of a company', {
    without: 'needed with `OIDC_ISSUER`',
    meaning: 'the name of this installation at the provider',
    read: (text) => text,
  }),
  OIDC_CLIENT_SECRET: setting('One sign-in of a company', {
    without: 'needed with `OIDC_ISSUER`',
    meaning: 'the secret of this installation at the provider',
    isSecret: true,
    read: secretText('OIDC_CLIENT_SECRET', 8),
  }),
  OIDC_DOMAINS: setting('One sign-in of a company', {
    without: 'needed with `OIDC_ISSUER`',
    meaning: 'the domains whose addresses may sign in, separated by commas; `*` lets in everybody the provider knows',
    read: domains,
  }),
  OIDC_NAME: setting('One sign-in of a company', {
    without: 'the host of `OIDC_ISSUER`',
    meaning: 'the name on the button "Continue with …"',
    read: matching(
      (text) => text.length <= 60,
      () => 'OIDC_NAME must be at most 60 characters long',
    ),
  }),
  OIDC_TEAM: setting('One sign-in of a company', {
    without: 'they begin without a team',
    meaning: 'the number of the team that new people are put into (`npm run actum -- teams`)',
    read: wholeNumber('OIDC_TEAM', 1, 999_999_999),
  }),
  OIDC_ROLE_CLAIM: setting('One sign-in of a company', {
    without: 'everybody is regular',
    meaning: "the claim that decides a person's role, such as `groups`; roles in `OIDC_TEAM` follow it at every sign-in",
    read: (text) => text,
  }),
  OIDC_ROLES: setting('One sign-in of a company', {
    without: 'needed with `OIDC_ROLE_CLAIM`',
    meaning:
      'the role for each value of the claim, the first that fits: `chiefs=owner, estimators=admin, *=regular`; without `*` others are refused',
    read: roles,
  }),
  OIDC_VERIFIED_CLAIM: setting('One sign-in of a company', {
    without: '`email_verified`',
    meaning: 'the claim that is true when the provider has checked the address',
    read: (text) => text,
  }),
  OIDC_ACR: setting('One sign-in of a company', {
    without: 'any strength will do',
    meaning:
      'the accepted values of the claim `acr`, separated by blanks: how strongly a person proved who they are; the provider is asked for one of them',
    read: strengths,
  }),
  OIDC_ONLY: setting('One sign-in of a company', {
    without: '`off`',
    meaning: 'passwords and registrations are refused; accounts that the administrator made by command keep their password',
    read: onOff('OIDC_ONLY'),
  }),
  LOG_FORMAT: setting('What it tells', {
    without: '`lines` in a terminal and with `npm start`, `json` elsewhere',
    meaning: 'lines for people, or one object of JSON a line',
    read: oneOf('LOG_FORMAT', ['lines', 'json']),
  }),
  LOG_LEVEL: setting('What it tells', {
    without: 'info',
    meaning: 'the lowest level that is logged: `error`, `warn`, `info` or `debug`',
    read: oneOf('LOG_LEVEL', ['error', 'warn', 'info', 'debug']),
  }),
  LOG_REQUESTS: setting('What it tells', {
    without: '`on` where the log is JSON and with `npm run dev`',
    meaning: 'logs every request: its id, method, route, status and time, no values',
    read: onOff('LOG_REQUESTS'),
  }),
  METRICS_ADDRESS: setting('What it tells', {
    without: 'not served',
    meaning: 'an address of its own for `/metrics`, such as `127.0.0.1:9464`',
    read: hostAndPort('METRICS_ADDRESS'),
  }),
  METRICS_TOKEN: setting('What it tells', {
    without: 'no token is asked for',
    meaning:
      '`/metrics` asks for `Authorization: Bearer` and this, at least 16 characters; without `METRICS_ADDRESS` it is served on `PORT`',
    isSecret: true,
    read: secretWord('METRICS_TOKEN', 16),
  }),
  SENTRY_DSN: setting('What it tells', {
    without: 'nothing is reported',
    meaning: 'where errors in the browser are reported to: `https://key@host/project` of a Sentry server',
    read: matching(isDsn, (text) => `SENTRY_DSN must be an address such as https://key@errors.example/1, not "${text}"`),
  }),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type SettingName = keyof typeof SETTINGS;

export interface HistoryDays {
  /** Days for which an edit can be undone. */
  readonly undo: number;
  /** Days for which the history can be read. */
  readonly log: number;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server; null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The address of the same server that bypasses a pooler in transaction mode; null without a pooler. */
  readonly databaseListenUrl: string | null;
  /** The beginning of all links to this installation; null until the port is known. */
  readonly publicUrl: string | null;
  readonly jwtSecret: Uint8Array;
  /** The file of leaked passwords; null for none. */
  readonly leakedPasswords: string | null;
  /** The mail server; null writes mails into `dataDir`/outbox. */
  readonly smtpUrl: string | null;
  /** Sender of mails; null for "Actum <no-reply@…>" at the host of `publicUrl`. */
  readonly mailFrom: string | null;
  /** Proxies whose X-Forwarded-For is trusted: the given number of nearest ones, or those at the given addresses and networks. */
  readonly trustProxy: number | readonly string[];
  /** Where the client reports errors to: a Sentry DSN; null reports nothing. */
  readonly sentryDsn: string | null;
  /** One sign-in of a company; null where there is none. */
  readonly singleSignOn: SingleSignOn | null;
  /** A demo team and sign-in are made at the first start. */
  readonly demo: boolean;
  readonly historyDays: HistoryDays;
  /** Days for which entries of the security log are kept. */
  readonly securityLogDays: number;
  readonly backups: {
    /** Where the server puts scheduled backups; null when it makes none. */
    readonly dir: string | null;
    /** Milliseconds between two backups. */
    readonly every: number;
    readonly keep: number;
    readonly passphrase: string | null;
    readonly passphraseFile: string | null;
    readonly beforeUpgrade: boolean;
  };
  readonly logFormat: 'lines' | 'json';
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug';
  /** Each request is logged, without the values it contains. */
  readonly logsRequests: boolean;
  /** Where the metrics are served beside the application; null for nowhere of their own. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | null;
  /** The token that a reader of the metrics has to send; null where none is needed. */
  readonly metricsToken: SecretWord | null;
}

const DAY = 86_400_000;
export const SECURITY_LOG_DAYS = 400;
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** Reads the settings. Throws an Error whose message says which setting is wrong and what it may be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = <Name extends SettingName>(name: Name) => {
    const text = env[name];
    return SETTINGS[name].read(text === undefined || text === '' ? null : text) as ReturnType<(typeof SETTINGS)[Name]['read']>;
  };
  const [host, dataDir, databaseUrl, publicUrl, trustProxy] = [
    read('HOST'),
    read('DATA_DIR'),
    read('DATABASE_URL'),
    read('PUBLIC_URL'),
    read('TRUST_PROXY'),
  ];
  const company = singleSignOn({
    issuer: read('OIDC_ISSUER'),
    clientId: read('OIDC_CLIENT_ID'),
    clientSecret: read('OIDC_CLIENT_SECRET'),
    name: read('OIDC_NAME'),
    domains: read('OIDC_DOMAINS'),
    team: read('OIDC_TEAM'),
    roleClaim: read('OIDC_ROLE_CLAIM'),
    roles: read('OIDC_ROLES'),
    verifiedClaim: read('OIDC_VERIFIED_CLAIM'),
    strengths: read('OIDC_ACR'),
    only: read('OIDC_ONLY'),
    publicUrl,
  });
  const logFormat = read('LOG_FORMAT') ?? (process.stdout.isTTY ? 'lines' : 'json');
  const config = {
    port: read('PORT'),
    host,
    dataDir,
    databaseUrl,
    databaseListenUrl: read('DATABASE_LISTEN_URL'),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    leakedPasswords: read('LEAKED_PASSWORDS'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    trustProxy: trustProxy ?? [],
    sentryDsn: read('SENTRY_DSN'),
    historyDays: { undo: read('HISTORY_DAYS') ?? 90, log: read('HISTORY_LOG_DAYS') ?? 3650 },
    securityLogDays: read('SECURITY_LOG_DAYS') ?? SECURITY_LOG_DAYS,
    backups: {
      dir: read('BACKUP_DIR'),
      every: read('BACKUP_EVERY') ?? DAY,
      keep: read('BACKUP_KEEP') ?? 7,
      passphrase: read('BACKUP_PASSPHRASE'),
      passphraseFile: read('BACKUP_PASSPHRASE_FILE'),
      beforeUpgrade: read('BACKUP_BEFORE_UPGRADE') ?? true,
    },
    logFormat,
    logLevel: read('LOG_LEVEL') ?? ('info' as const),
    logsRequests: read('LOG_REQUESTS') ?? logFormat === 'json',
    metricsAddress: read('METRICS_ADDRESS'),
    metricsToken: read('METRICS_TOKEN'),
    singleSignOn: company,
    demo: demo(read('DEMO'), databaseUrl === null && LOOPBACK.includes(host) && publicUrl === null && trustProxy === null),
  };
  return { ...config, jwtSecret: signingSecret(read('JWT_SECRET'), dataDir) };
}

/**
 * The address of the database that bypasses a pooler in transaction mode, for work that needs a session of its own; null for the embedded
 * database.
 */
export const directUrl = ({ databaseUrl, databaseListenUrl }: Pick<Config, 'databaseUrl' | 'databaseListenUrl'>): string | null =>
  databaseUrl === null ? null : (databaseListenUrl ?? databaseUrl);

/** Whether people at other machines can reach the server, over the network or through a proxy. */
export const isExposed = ({ host, publicUrl, trustProxy }: Config): boolean =>
  !LOOPBACK.includes(host) || publicUrl !== null || typeof trustProxy === 'number' || trustProxy.length > 0;

function demo(wanted: boolean | null, mayBe: boolean): boolean {
  if (wanted === true && !mayBe)
    throw new Error(
      'DEMO=on is for the embedded database on a loopback HOST without PUBLIC_URL and TRUST_PROXY only: its password is public',
    );
  return wanted ?? mayBe;
}
