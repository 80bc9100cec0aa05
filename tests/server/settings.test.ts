import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { startServer, type TestServer } from './harness.ts';

const DSN = 'https://abc@errors.example:8443/7';
const connectSrc = async ({ address }: TestServer) => {
  const policy = (await fetch(`${address}/healthz`)).headers.get('content-security-policy') ?? '';
  return policy.split(';').find((directive) => directive.startsWith('connect-src'));
};

const folder = mkdtempSync(join(tmpdir(), 'actum-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dsnOf = (dsn: string) => readConfig({ DATA_DIR: folder, SENTRY_DSN: dsn }).sentryDsn;

let silent: TestServer;
let reporting: TestServer;
beforeAll(async () => {
  silent = await startServer();
  reporting = await startServer({ SENTRY_DSN: DSN });
});
afterAll(() => Promise.all([silent.close(), reporting.close()]));

test('anyone is told where errors are reported to, and a browser may send them there only', async () => {
  expect({
    silent: [await silent.call('GET /settings/', {}), await connectSrc(silent)],
    reporting: [await reporting.call('GET /settings/', {}), await connectSrc(reporting)],
  }).toEqual({
    silent: [{ sentry_dsn: null }, "connect-src 'self'"],
    reporting: [{ sentry_dsn: DSN }, "connect-src 'self' https://errors.example:8443"],
  });
});

test.each(['errors.example', 'https://errors.example/7', 'https://abc@errors.example', 'ftp://abc@errors.example/7'])(
  'SENTRY_DSN=%s stops the start',
  (dsn) => {
    expect(() => dsnOf(dsn)).toThrow(`SENTRY_DSN must be an address such as https://key@errors.example/1, not "${dsn}"`);
  },
);

test('a DSN under a path is one, and an empty setting is none', () => {
  expect([dsnOf('http://abc@errors.example/sentry/7'), dsnOf('')]).toEqual(['http://abc@errors.example/sentry/7', null]);
});

test('mail and proxies: what is set is read, and nothing set is off', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const { smtpUrl, mailFrom, trustProxy } = readConfig({ DATA_DIR: folder, ...env });
    return { smtpUrl, mailFrom, trustProxy };
  };
  expect(read({})).toEqual({ smtpUrl: null, mailFrom: null, trustProxy: [] });
  expect(
    read({
      SMTP_URL: 'smtps://user:pass@mail.example:465',
      MAIL_FROM: 'Būvtāmes <a@b.example>',
      TRUST_PROXY: '10.0.0.0/8, ::1, 192.0.2.7',
    }),
  ).toEqual({
    smtpUrl: 'smtps://user:pass@mail.example:465',
    mailFrom: 'Būvtāmes <a@b.example>',
    trustProxy: ['10.0.0.0/8', '::1', '192.0.2.7'],
  });
  expect(read({ MAIL_FROM: 'a@b.example', TRUST_PROXY: '2' })).toMatchObject({ mailFrom: 'a@b.example', trustProxy: 2 });
});

test.each([
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be an address such as smtp://user:password@mail.example:587 or smtps://mail.example'],
  ['SMTP_URL', 'https://mail.example', 'SMTP_URL must be an address such as smtp://user:password@mail.example:587 or smtps://mail.example'],
  ['MAIL_FROM', 'Actum', 'MAIL_FROM must be an address such as Actum <no-reply@estimates.example>, not "Actum"'],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a number of proxies or their addresses such as 10.0.0.1, 192.168.0.0/16, not "true"'],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    'TRUST_PROXY must be a number of proxies or their addresses such as 10.0.0.1, 192.168.0.0/16, not "10.0.0.0/33"',
  ],
  [
    'TRUST_PROXY',
    '10.0.0.1,',
    'TRUST_PROXY must be a number of proxies or their addresses such as 10.0.0.1, 192.168.0.0/16, not "10.0.0.1,"',
  ],
])('%s=%s stops the start', (name, value, message) => {
  expect(() => readConfig({ DATA_DIR: folder, [name]: value })).toThrow(message);
});
