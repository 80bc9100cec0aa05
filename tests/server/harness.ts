import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { Refused, restCall } from '../../domain/api/call.ts';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import type { Tokens } from '../../domain/api/people.ts';
import { type Answer, type Asked, type Route, routes } from '../../domain/api/routes.ts';
import type { Role } from '../../domain/permissions.ts';
import { readConfig } from '../../server/config.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import type { Database } from '../../server/db/open.ts';
import { openServer } from '../../server/db/postgres.ts';
import { type Running, serve } from '../../server/serve.ts';
import { cheapHash } from '../cheapHash.ts';
import { CopiedCluster } from './copiedCluster.ts';
import { englishOf } from './saidInBody.ts';

export const PASSWORD = 'secret-enough';
const passwordHash = cheapHash(PASSWORD);

interface Extra {
  readonly access?: string;
  readonly publicKey?: string;
  readonly revision?: number;
  readonly file?: File;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mail as it went into the outbox. */
interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  /** The secret, which is the last part of the link. */
  readonly hash: string;
}

/** A real server on a fresh database of the engine under test. */
export interface TestServer extends Running {
  readonly engine: 'embedded' | 'postgres';
  readonly dataDir: string;
  /** The mails to an address, oldest first, once the given number has arrived; rejects when it does not come within seconds. */
  mailsTo(email: string, count?: number): Promise<SentMail[]>;
  /** The next line the server says that contains this. */
  said(part: string): Promise<string>;
  /** A second process on the same database; only with PostgreSQL. */
  second(): Promise<TestServer>;
  call<R extends Route>(route: R, asked: Asked<R>, extra?: Extra): Promise<Answer<R>>;
  person(options?: {
    readonly email?: string;
    readonly confirmed?: boolean;
    readonly teamId?: number;
    readonly role?: Role;
  }): Promise<Person>;
}

/** Someone with an account and a team of their own (or in another's), signed in. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly teamId: number;
  tokens: Tokens;
  call<R extends Route>(route: R, asked: Asked<R>, extra?: Extra): Promise<Answer<R>>;
}

async function copyOfTemplate(
  openUrl: (url: string) => Promise<Database>,
): Promise<{ open: () => Promise<Database>; drop: () => Promise<void> }> {
  const engine = inject('engine');
  if (engine.kind === 'embedded') {
    return { open: () => openEmbedded(undefined, new CopiedCluster(engine.template)), drop: async () => {} };
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const admin = new pg.Client({ connectionString: engine.adminUrl });
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  await administer(`create database ${name} template ${engine.template}`);
  const url = new URL(engine.adminUrl);
  url.pathname = `/${name}`;
  return { open: () => openUrl(url.href), drop: () => administer(`drop database ${name} with (force)`) };
}

/** Starts a server; stop it with `close` in afterAll. `openUrl` opens a PostgreSQL database in another way than directly. */
export async function startServer(
  settings: NodeJS.ProcessEnv = {},
  openUrl: (url: string) => Promise<Database> = openServer,
): Promise<TestServer> {
  const template = await copyOfTemplate(openUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'actum-test-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: 'off', LOG_REQUESTS: 'off', ...settings });
  const heard = listener();
  const start = async (): Promise<TestServer> => {
    const running = await serve(config, { database: await template.open(), log: heard.log });
    const call: TestServer['call'] = (route, asked, extra = {}) => request(running.address, route, asked, extra);
    return {
      ...running,
      // At the end of a test no request is on its way, so it waits for none.
      close: (within = 0) => running.close(within),
      watches: running.watches,
      dataDir,
      mailsTo: async (email, count = 1) => {
        for (const patience = AbortSignal.timeout(MAIL_WITHIN); ; await heard.next(patience)) {
          const mails = heard.lines.map(mailIn).filter((mail) => mail?.to === email);
          if (mails.length >= count) return mails.filter((mail) => mail !== null);
          if (patience.aborted) throw new Error(noMail(email, count, mails));
        }
      },
      said: async (part) => {
        for (let from = heard.lines.length; ; await heard.next()) {
          const line = heard.lines.slice(from).find((each) => each.includes(part));
          if (line !== undefined) return line;
          from = heard.lines.length;
        }
      },
      engine: inject('engine').kind,
      call,
      second: start,
      person: (options) => makePerson(running.database, call, options),
    };
  };
  const first = await start();
  return {
    ...first,
    close: async (within) => {
      await first.close(within);
      await template.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Milliseconds within which a mail arrives even on a busy machine. */
const MAIL_WITHIN = 45_000;
const noMail = (email: string, count: number, come: readonly (SentMail | null)[]): string =>
  [`${email} got ${come.length} of ${count} mails within ${MAIL_WITHIN / 1000} s`, ...come.map((mail) => mail?.subject)].join('\n');

/** The server's output, line by line, and a wait for the next line. */
function listener() {
  const lines: string[] = [];
  let next = Promise.withResolvers<void>();
  const wake = () => {
    next.resolve();
    next = Promise.withResolvers();
  };
  return {
    lines,
    /** Resolves with the next line, or when the signal fires. */
    next: (within?: AbortSignal): Promise<void> => {
      within?.addEventListener('abort', wake, { once: true });
      return next.promise;
    },
    log: (line: string) => {
      lines.push(line);
      wake();
    },
  };
}

const WORD = /=\?UTF-8\?B\?([^?]*)\?=(?:\r\n )?/g;

/** The mail in the file a line of the log names. */
function mailIn(line: string): SentMail | null {
  const [, path] = /^[\d:]{8} A mail is in (.+\.eml)$/.exec(line) ?? [];
  if (path === undefined) return null;
  const message = readFileSync(path, 'utf8');
  const header = (name: string) => new RegExp(`^${name}: ((?:.*\\r\\n )*.*)\\r$`, 'm').exec(message)?.[1] ?? '';
  const link = /^(https?:\/\/\S+)\r$/m.exec(message)?.[1] ?? '';
  const subject = header('Subject').replace(WORD, (_, word: string) => Buffer.from(word, 'base64').toString());
  return { to: header('To'), subject, link, hash: link.slice(link.lastIndexOf('/') + 1) };
}

async function request<R extends Route>(address: string, route: R, asked: Asked<R>, extra: Extra): Promise<Answer<R>> {
  const call = restCall(route, asked);
  const headers = new Headers(extra.headers);
  if (extra.access !== undefined) headers.set('authorization', `Bearer ${extra.access}`);
  if (extra.publicKey !== undefined) headers.set('act-public-key', extra.publicKey);
  if (extra.revision !== undefined) headers.set('if-match', `"${extra.revision}"`);
  let body: FormData | string | null = null;
  if (extra.file !== undefined) {
    body = new FormData();
    body.set('file', extra.file);
  } else if (call.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(call.body);
  }
  const response = await fetch(`${address}/api/v1${call.path}`, { method: call.method, headers, body });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Refused(response.status, answer);
  const { status = 200 }: Endpoint = routes[route];
  if (response.status !== status) throw new Error(`${route} answered ${response.status} and not ${status}`);
  return answer as Answer<R>;
}

async function makePerson(
  database: Database,
  call: TestServer['call'],
  options: Parameters<TestServer['person']>[0] = {},
): Promise<Person> {
  const email = options.email ?? `${randomUUID()}@example.com`;
  if (options.confirmed === false) return makeRegistered(database, call, email);
  const user = await database.query
    .insertInto('users')
    .values({ email, name: email, password: passwordHash, confirmed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const teamId =
    options.teamId ??
    (
      await database.query
        .insertInto('teams')
        .values({ name: `Team of ${email}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await database.query
    .insertInto('members')
    .values({ team_id: teamId, user_id: user.id, role: options.role ?? 'owner' })
    .execute();
  const tokens = await call('POST /token/', { body: { email, password: PASSWORD } });
  const person: Person = {
    id: user.id,
    email,
    teamId,
    tokens,
    async call(route, asked, extra = {}) {
      const answer = await call(route, asked, { access: person.tokens.access, ...extra });
      if (route === 'POST /proof/' && extra.access === undefined)
        person.tokens = { ...person.tokens, access: (answer as Answer<'POST /proof/'>).access };
      return answer;
    },
  };
  return person;
}

/** A person who has registered and not yet opened the link. */
async function makeRegistered(database: Database, call: TestServer['call'], email: string): Promise<Person> {
  await database.query.insertInto('registrations').values({ email, name: email, password: passwordHash }).execute();
  return { id: 0, email, teamId: 0, tokens: { access: '', refresh: '' }, call };
}

export async function workbook(path: string): Promise<File> {
  return new File([new Uint8Array(await readFile(path))], basename(path));
}

/** A new project of this person with a workbook imported; answers the version made. */
export async function importWorkbook(person: Person, path: string): Promise<{ projectId: number; versionId: number; lists: ImportLists }> {
  const { id } = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Imported' } });
  await person.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: await workbook(path) });
  const lists = await untilRead(person, id);
  const { project_version_id } = await person.call('POST /import/:id/finish/', { params: { id } });
  return { projectId: id, versionId: project_version_id, lists };
}

/** The import's lists once the file has been read or refused. */
export async function untilRead(person: Person, projectId: number): Promise<ImportLists> {
  for (;;) {
    const lists = await person.call('GET /import/:id/lists/', { params: { id: projectId } });
    if (lists.status !== 'reading') return lists;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How a call was refused, in English, as a test compares it. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, body: englishOf(error.body) };
    throw error;
  }
  throw new Error('The call was not refused');
}
