import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { cheapHash } from '../cheapHash.ts';
import { copyFolder } from '../filledFolder.ts';
import { started } from '../served.ts';
import { asDemo } from './calls.ts';
import { FILLED } from './walk/build.ts';
import { leaveTaken, listen } from './walk/telling.ts';

export interface ServerOptions {
  engine: 'embedded' | 'postgres';
  /** The client as shipped, or one whose actors also report their states and transitions. */
  client: 'built' | 'telling';
  /** Every transition that the pages have reported. */
  taken: Set<string>;
  actum: RunningActum;
}

/** The real server as `npm start` runs it, on a data folder or database of its own. */
export interface RunningActum {
  readonly address: string;
  readonly email: string;
  readonly password: string;
  /** The folder its mails land in. */
  readonly outbox: string;
}

const DEMO = { email: 'demo@actum.example', password: 'actum-demo' };

async function addUser(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `with person as (insert into users (email, name, password, confirmed_at) values ($1, 'Demo Estimator', $2, now()) returning id),
          team as (insert into teams (name) values ('Demo Builders') returning id)
     insert into members (team_id, user_id, role) select team.id, person.id, 'owner' from team, person`,
    [DEMO.email, cheapHash(DEMO.password)],
  );
  await client.end();
}

export const test = base.extend<{ opened: void }, ServerOptions>({
  engine: ['embedded', { option: true, scope: 'worker' }],
  client: ['built', { option: true, scope: 'worker' }],
  taken: [
    async ({ browserName: _browserName }, use) => {
      const taken = new Set<string>();
      await use(taken);
      leaveTaken(taken);
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser, client, taken }, use) => {
      const made = browser.newContext.bind(browser);
      if (client === 'telling') {
        browser.newContext = async (options) => {
          const context = await made(options);
          await listen(context, (one) => one.kind === 'took' && taken.add(one.key));
          return context;
        };
      }
      await use(browser);
      browser.newContext = made;
    },
    { scope: 'worker' },
  ],
  actum: [
    async ({ engine, client }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'actum-e2e-'));
      const postgres = engine === 'postgres' ? await startPostgres() : null;
      if (postgres === null) copyFolder(FILLED, folder);
      const program = client === 'telling' ? 'tests/e2e/walk/main.ts' : 'server/main.ts';
      const server = await started(
        { DATA_DIR: folder, DATABASE_URL: postgres?.adminUrl ?? '', ...(client === 'telling' && { DEMO: 'on' }) },
        program,
      );
      if (postgres !== null) await addUser(postgres.adminUrl);
      const actum = { address: server.address, outbox: join(folder, 'outbox'), ...DEMO };
      try {
        await use(actum);
        // A layout that one test leaves to the demo user moves the columns of every test after it.
        const { list_columns } = await (await asDemo(actum))('GET /preferences/', {});
        expect(list_columns).toBeNull();
      } finally {
        await server.stop();
        await postgres?.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  /** A page that a test leaves open would keep loading and listening during every later test of its worker. */
  opened: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
    },
    { auto: true },
  ],
  /** Every page listens for errors: a test in which the console showed one fails. */
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Signs in by the form, as a person does. */
export async function logIn(page: Page, { email, password }: Pick<RunningActum, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

/** Gives the browser its own tokens, as if it had been signed in before, and opens a screen. */
export async function openSignedIn(page: Page, { address, email, password }: RunningActum, path: string): Promise<void> {
  const response = await page.request.post(`${address}/api/v1/token/`, { data: { email, password } });
  const { access, refresh } = (await response.json()) as Readonly<Record<'access' | 'refresh', string>>;
  await page.context().addCookies(Object.entries({ access, refresh }).map(([name, value]) => ({ name, value, url: address })));
  await page.goto(address + path);
}

/** The same, with the projects open. */
export async function signIn(page: Page, actum: RunningActum): Promise<void> {
  await openSignedIn(page, actum, '/projects');
  await expect(page.getByRole('button', { name: /^Account: / })).toBeAttached();
}

export { expect };
