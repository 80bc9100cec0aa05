import { readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../domain/languages.ts';
import { readConfig } from '../../server/config.ts';
import { notify, startBus } from '../../server/db/bus.ts';
import { migrate } from '../../server/db/migrate.ts';
import { MAILS_AN_HOUR } from '../../server/http/limits.ts';
import { letterOf, shownName } from '../../server/letters/letter.ts';
import { TEXTS } from '../../server/letters/texts.ts';
import { letterFor } from '../../server/letters/wanted.ts';
import { makeLog } from '../../server/log.ts';
import { MAIL_TOPIC, orderMail } from '../../server/mail/queue.ts';
import { delayBeforeTry, startMail } from '../../server/mail/worker.ts';
import { temporaryFolder } from './dataFolder.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { startServer, type TestServer } from './harness.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: string;
}

/** A real mail server, with the mails it received. */
async function mailServer(port = 0, options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  let arrival = Promise.withResolvers<void>();
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
        });
        arrival.resolve();
        arrival = Promise.withResolvers();
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(resolve)));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received,
    async count(wanted: number) {
      while (received.length < wanted) await arrival.promise;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function serverWith(settings: NodeJS.ProcessEnv): Promise<TestServer> {
  const server = await startServer({ PUBLIC_URL: 'https://estimates.example/', ...settings });
  onTestFinished(() => server.close());
  return server;
}

/** A message's part of a type as its reader sees it. */
function partOf(message: string, type: string): string {
  // A secret may have -- where its line is broken, so that alone divides nothing.
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(message) ?? [];
  const part = message.split(`\n--${boundary}`).find((text) => text.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
  const body = rest.join('\n\n');
  if (head.includes('base64')) return Buffer.from(body, 'base64').toString();
  if (!head.includes('quoted-printable')) return body;
  const bytes = body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
const forgot = (server: TestServer, email: string) => server.call('POST /forgot/', { body: { email } });
const waiting = (server: TestServer, email: string) =>
  server.database.query.selectFrom('outgoing_mails').select(['kind', 'attempts', 'claim']).where('email', '=', email).execute();
/** Lets every waiting mail be tried now. */
async function tryNow(server: TestServer): Promise<void> {
  await server.database.query
    .updateTable('outgoing_mails')
    .set({ next_try_at: new Date(0) })
    .execute();
  await notify(server.database.query, MAIL_TOPIC);
}

test('a mail goes through the mail server, from the product’s address, with one link in text and HTML', async () => {
  const smtp = await mailServer();
  const server = await serverWith({ SMTP_URL: smtp.url });
  const { email } = await server.person();
  await forgot(server, email);
  await smtp.count(1);
  const [mail] = smtp.received;
  const message = mail?.message ?? '';
  expect(mail).toMatchObject({ from: 'no-reply@estimates.example', to: [email] });
  expect(message).toMatch(/^From: Actum <no-reply@estimates\.example>\r$/m);
  expect(message).toMatch(/^Subject: A new password for Actum\r$/m);
  const link = /^https:\/\/estimates\.example\/password-recovery\/([\w-]{43})$/m.exec(partOf(message, 'text/plain'));
  const linked = [...partOf(message, 'text/html').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(linked).toEqual([link?.[0]]);
  await server.call('POST /password_recovery/', { body: { hash: link?.[1] ?? '', password: 'mailed-secret' } });
  await server.call('POST /token/', { body: { email, password: 'mailed-secret' } });
});

test('MAIL_FROM is the sender of mails', async () => {
  const smtp = await mailServer();
  const server = await serverWith({ SMTP_URL: smtp.url, MAIL_FROM: 'Būvtāmes <tames@estimates.example>' });
  await server.call('POST /register/', { body: { name: 'Ilze', email: 'ilze@example.com', password: 'secret-enough', language: 'lv' } });
  await smtp.count(1);
  const [mail] = smtp.received;
  expect([mail?.from, mail?.to]).toEqual(['tames@estimates.example', ['ilze@example.com']]);
  expect(partOf(mail?.message ?? '', 'text/plain')).toContain('apstiprinātu savu e-pasta adresi');
});

test('an unreachable mail server is tried again, and the mail arrives once it is back', async () => {
  const port = await freePort();
  const server = await serverWith({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const { email } = await server.person();
  const refused = server.said('was not taken, next try in 15 s');
  await forgot(server, email);
  await refused;
  const again = server.said('was not taken, next try in 30 s');
  await tryNow(server);
  await again;
  const smtp = await mailServer(port);
  await tryNow(server);
  await smtp.count(1);
  expect(smtp.received[0]?.to).toEqual([email]);
  expect(delayBeforeTry(1) < delayBeforeTry(2) && delayBeforeTry(50) === 3_600).toBe(true);
});

test('the name and password in SMTP_URL sign in to the mail server', async () => {
  const signedIn: unknown[] = [];
  const smtp = await mailServer(0, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      signedIn.push([username, password]);
      done(null, { user: username });
    },
  });
  const server = await serverWith({ SMTP_URL: smtp.url.replace('://', '://actum:mail%2Fsecret@') });
  const { email } = await server.person();
  await forgot(server, email);
  await smtp.count(1);
  expect(signedIn).toEqual([['actum', 'mail/secret']]);
});

test.skipIf(inject('engine').kind === 'embedded')('two processes deliver each mail once (PostgreSQL only)', async () => {
  const smtp = await mailServer();
  const server = await serverWith({ SMTP_URL: smtp.url });
  const other = await server.second();
  const emails = Array.from({ length: 20 }, (_, nth) => `person-${nth}@example.com`).sort();
  for (const email of emails) await server.call('POST /register/', { body: { name: 'Ann', email, password: 'secret-enough' } });
  await smtp.count(emails.length);
  await other.close();
  await tryNow(server);
  const last = await server.person();
  await forgot(server, last.email);
  await smtp.count(emails.length + 1);
  expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual([...emails, last.email].sort());
});

test('a mail whose address the mail server refuses for good is given up', async () => {
  const smtp = await mailServer(0, {
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('There is no such mailbox'), { responseCode: 550 })),
  });
  const server = await serverWith({ SMTP_URL: smtp.url });
  const { email } = await server.person();
  const given = server.said('is given up');
  await forgot(server, email);
  expect(await given).toContain('There is no such mailbox');
});

test('without a mail server a mail is a file with its link on a line of its own', async () => {
  const server = await serverWith({});
  await server.call('POST /register/', { body: { name: 'Ilze', email: 'ilze@example.com', password: 'secret-enough', language: 'lv' } });
  const [mail] = await server.mailsTo('ilze@example.com');
  const outbox = join(server.dataDir, 'outbox');
  const [file = ''] = await readdir(outbox);
  const message = await readFile(join(outbox, file), 'utf8');
  expect(file).toMatch(/^[\dTZ-]+-[\da-f]{8}\.eml$/);
  expect(((await stat(join(outbox, file))).mode & 0o077).toString(8)).toBe('0');
  expect(message.split('\r\n')).toContain(mail?.link);
  const [, subject = ''] = /^Subject: ((?:.*\r\n )*.*)\r$/m.exec(message) ?? [];
  const decoded = [...subject.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([, word = '']) => Buffer.from(word, 'base64').toString()).join('');
  expect(decoded).toBe('Apstipriniet savu e-pastu sistēmā Actum');
});

test('a mailbox is not flooded: mails beyond the hourly limit wait for the next hour', async () => {
  const server = await serverWith({});
  const { email } = await server.person();
  for (let nth = 1; nth <= MAILS_AN_HOUR; nth += 1) {
    await server.database.query.deleteFrom('attempts').where('key', 'like', 'mail:%').execute();
    await forgot(server, email);
    await server.mailsTo(email, nth);
  }
  await forgot(server, email);
  await forgot(server, email);
  const { email: other } = await server.person();
  await forgot(server, other);
  await server.mailsTo(other);
  expect((await server.mailsTo(email)).length).toBe(MAILS_AN_HOUR);
  expect(await waiting(server, email)).toEqual([{ kind: 'recovery', attempts: 0, claim: null }]);
});

test('a mail taken by a process that died is delivered by another; one being sent is left alone', async () => {
  const server = await serverWith({});
  const { email } = await server.person();
  const order = { kind: 'recovery' as const, email, attempts: 1, claim: 'another process' };
  await server.database.query
    .insertInto('outgoing_mails')
    .values({ ...order, next_try_at: new Date(Date.now() + 60_000) })
    .execute();
  const { email: other } = await server.person();
  await forgot(server, other);
  await server.mailsTo(other);
  expect(await server.mailsTo(email, 0)).toEqual([]);
  await tryNow(server);
  expect((await server.mailsTo(email)).length).toBe(1);
});

/** The same object with another member, which its own members do not see. */
const withMember = <T extends object, Name extends keyof T>(object: T, name: Name, member: T[Name]): T =>
  new Proxy(object, {
    get(target, asked) {
      if (asked === name) return member;
      const own: unknown = Reflect.get(target, asked);
      return typeof own === 'function' ? (own.bind(target) as unknown) : own;
    },
  });

test('a mail queued while the queue is found empty is sent at once, not at the next check', async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database.close());
  await migrate(database);
  const email = 'ann@example.com';
  await database.query.insertInto('users').values({ email, name: 'Ann', password: '', confirmed_at: new Date() }).execute();
  const bus = await startBus(database);
  let isOrdered = false;
  const ordered = Promise.withResolvers<void>();
  /** Orders a mail between the moment the worker has read when the next one is due and the moment it learns it. */
  const executor = database.query.getExecutor();
  const executeQuery: typeof executor.executeQuery = async (...asked) => {
    const result = await executor.executeQuery(...asked);
    if (isOrdered || !Object.hasOwn(result.rows[0] ?? {}, 'wait')) return result;
    isOrdered = true;
    const woken = new Promise<void>((resolve) => bus.watch(MAIL_TOPIC, resolve));
    await database.query.transaction().execute((tx) => orderMail(tx, { kind: 'recovery', email }));
    await woken;
    ordered.resolve();
    return result;
  };
  const slow = withMember(executor, 'executeQuery', executeQuery);
  const query = withMember(database.query, 'getExecutor', () => slow);
  const sent = Promise.withResolvers<string>();
  const log = makeLog({ format: 'lines', level: 'info', write: (line) => void (line.includes('A mail is in') && sent.resolve(line)) });
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  const mail = startMail({ database: { ...database, query }, config, publicUrl: () => 'https://estimates.example', bus, letterFor, log });
  onTestFinished(() => mail.close());
  await ordered.promise;
  expect(await Promise.race([sent.promise, wait(10_000, 'nothing within 10 s', { ref: false })])).toContain('A mail is in');
});

describe.each(LANGUAGES)('in %s', (language) => {
  const { confirmation, confirmationByChoice, recovery, invitation } = TEXTS[language];
  const name = 'Olga';
  const words = [confirmation({ name }), confirmationByChoice({ name }), recovery, invitation({ team: 'Pine', inviter: name })];
  test('every mail names the product and has its link once, on a line of its own', () => {
    const link = 'https://estimates.example/invitation/abc';
    for (const text of words.map((each) => letterOf(each, language, 'x@example.com', link))) {
      expect(text.subject).toContain('Actum');
      expect(text.text.split('\n').filter((line) => line.includes('://'))).toEqual([link]);
      expect(text.html.split('://').length - 1).toBe(1);
      expect(text.html).toContain(`<html lang="${language}">`);
    }
  });
});

test.each([
  [' Pine \r\n\t Builders ', 'Pine Builders'],
  ['https:// Pine', 'Pine'],
  ['WWW.pine.example', 'pine. example'],
  ['Nr. 5, 1.5 m', 'Nr. 5, 1.5 m'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(80)}…`],
])('the name %j stands in a mail as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

test('names people chose cannot carry markup, lines or addresses into a mail', () => {
  const words = TEXTS.en.invitation({
    team: shownName('<b>Win</b>\r\nhttp://evil.example/x'),
    inviter: shownName(`Olga ${'x'.repeat(200)}`),
  });
  const { html, text, subject } = letterOf(words, 'en', 'x@example.com', 'https://estimates.example/invitation/abc');
  expect(subject).toBe('Join <b>Win</b> evil. example/x on Actum');
  expect(html).toContain('&lt;b&gt;Win&lt;/b&gt; evil. example/x');
  expect(text.split('\n')[0]?.length).toBeLessThan(300);
});
