import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('anyone can read where errors are reported, and a browser may send them only there', async () => {
  expect({
    silent: [await silent.call('GET /settings/', {}), await connectSrc(silent)],
    reporting: [await reporting.call('GET /settings/', {}), await connectSrc(reporting)],
  }).toEqual({
    silent: [{ sentry_dsn: null, company: null }, "connect-src 'self'"],
    reporting: [{ sentry_dsn: DSN, company: null }, "connect-src 'self' https://errors.example:8443"],
  });
});

test.each(['errors.example', 'https://errors.example/7', 'https://abc@errors.example', 'ftp://abc@errors.example/7'])(
  'SENTRY_DSN=%s stops the start',
  (dsn) => {
    expect(() => dsnOf(dsn)).toThrow(`SENTRY_DSN must be an address such as https://key@errors.example/1, not "${dsn}"`);
  },
);

test('a DSN with a path is accepted, and an empty setting counts as none', () => {
  expect([dsnOf('http://abc@errors.example/sentry/7'), dsnOf('')]).toEqual(['http://abc@errors.example/sentry/7', null]);
});

test('mail and proxies are read from their settings, and off without them', () => {
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
])('%s=%s prevents the start', (name, value, message) => {
  expect(() => readConfig({ DATA_DIR: folder, [name]: value })).toThrow(message);
});

describe('one sign-in of a company', () => {
  const SET = {
    PUBLIC_URL: 'https://estimates.example',
    OIDC_ISSUER: 'https://login.builders.example',
    OIDC_CLIENT_ID: 'actum',
    OIDC_CLIENT_SECRET: 'a secret of theirs',
    OIDC_DOMAINS: 'Builders.example, roofs.example',
  };
  const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: folder, ...env }).singleSignOn;

  test('is read from its settings, and off without an issuer', () => {
    expect(read({})).toBeNull();
    expect(read({ ...SET, OIDC_TEAM: '7', OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'cn=chiefs=owner, *=regular', OIDC_ONLY: 'on' })).toEqual({
      issuer: SET.OIDC_ISSUER,
      clientId: 'actum',
      clientSecret: 'a secret of theirs',
      name: 'login.builders.example',
      domains: ['builders.example', 'roofs.example'],
      team: 7,
      roleClaim: 'groups',
      roles: new Map([
        ['cn=chiefs', 'owner'],
        ['*', 'regular'],
      ]),
      verifiedClaim: 'email_verified',
      strengths: [],
      isOnlyWay: true,
    });
    expect(read({ ...SET, OIDC_DOMAINS: '*' })?.domains).toBeNull();
    expect(read({ ...SET, OIDC_ACR: ' phr  urn:example:two ' })?.strengths).toEqual(['phr', 'urn:example:two']);
  });

  test.each([
    [{ OIDC_ISSUER: '' }, 'OIDC_CLIENT_ID is set, and OIDC_ISSUER is not'],
    [{ OIDC_ISSUER: 'http://login.builders.example' }, 'OIDC_ISSUER must be the https address'],
    [{ OIDC_ISSUER: 'https://login.example/?a=b' }, 'OIDC_ISSUER must be the https address'],
    [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID has to be'],
    [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET has to be'],
    [{ OIDC_CLIENT_SECRET: 'short' }, 'OIDC_CLIENT_SECRET must be at least 8 characters long'],
    [{ OIDC_DOMAINS: '' }, 'OIDC_DOMAINS has to be'],
    [{ OIDC_DOMAINS: '@builders.example' }, 'OIDC_DOMAINS must be domains separated by commas'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL has to be'],
    [{ OIDC_ROLES: '*=regular' }, 'OIDC_ROLE_CLAIM and OIDC_ROLES belong together'],
    [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'chiefs=boss', OIDC_TEAM: '1' }, 'OIDC_ROLES must be values with a role each'],
    [{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '*=regular' }, 'set OIDC_TEAM'],
    [{ OIDC_TEAM: 'seven' }, 'OIDC_TEAM must be a whole number'],
    [{ OIDC_ACR: 'phr, phrh' }, 'OIDC_ACR must be values of the claim acr separated by blanks'],
    [
      { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_DOMAINS: '', OIDC_ACR: 'phr' },
      'OIDC_ACR is set, and OIDC_ISSUER is not',
    ],
    [{ OIDC_ONLY: 'yes' }, 'OIDC_ONLY must be on or off'],
  ])('%j prevents the start, with a reason', (change, said) => {
    expect(() => read({ ...SET, ...change })).toThrow(said);
  });
});
