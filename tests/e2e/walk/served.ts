import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Request, type Route } from '@playwright/test';
import { sql } from 'kysely';
import { hashPassword } from '../../../server/accounts/passwords.ts';
import { readConfig } from '../../../server/config.ts';
import { type Running, serve } from '../../../server/serve.ts';
import { TELLING_CLIENT } from './build.ts';
import { leaveTaken, listen } from './telling.ts';

export const DEMO = { email: 'demo@actum.example', password: 'actum-demo' };

export interface Walked extends Running {
  readonly outbox: string;
  /** Every transition the pages have taken. */
  readonly taken: Set<string>;
}

/** The real server, in this process so that its rows are levers, with a client that tells what its actors do. */
export const test = base.extend<object, { walked: Walked }>({
  walked: [
    async ({ browserName: _browserName }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'actum-walk-'));
      const running = await serve(readConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: 'on' }), {
        clientFolder: TELLING_CLIENT,
        log: () => undefined,
      });
      const taken = new Set<string>();
      await use({ ...running, outbox: join(folder, 'data', 'outbox'), taken });
      leaveTaken(taken);
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
export { expect };

/** What the server's rows can be made to say. */
export const levers = ({ database: { query } }: Running) => ({
  /** Every access token issued so far is withdrawn. */
  async expireAccess(): Promise<void> {
    await sql`update refresh_families set generation = generation + 1 where revoked_at is null`.execute(query);
  },
  /** The live sockets are told that theirs is. */
  async closeSockets(): Promise<void> {
    await sql`select pg_notify('actum', 'session:' || id) from refresh_families where revoked_at is null`.execute(query);
  },
  async revokeRefresh(): Promise<void> {
    await sql`update refresh_families set revoked_at = now()`.execute(query);
  },
  /** Somebody with an account and no team. */
  async addPerson(email: string, password: string): Promise<void> {
    await sql`insert into users (email, name, password, confirmed_at) values (${email}, 'Ann Alone', ${await hashPassword(password)}, now())`.execute(
      query,
    );
  },
  async confirm(email: string, isConfirmed: boolean): Promise<void> {
    await sql`update users set confirmed_at = ${isConfirmed ? new Date() : null} where email = ${email}`.execute(query);
  },
});

/** How a held request goes on. */
export type Release = 'continue' | 'abort' | 'garble';

/** Listens to what the actors of a page tell, and holds the requests a path releases. */
export async function watch(context: BrowserContext, page: Page, taken: Set<string>, names: Readonly<Record<string, string>>) {
  const at = new Map<string, string>();
  const held = new Map<string, Route>();
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await listen(context, (told, from) => {
    if (told.kind === 'took') taken.add(told.key);
    else if (from === page) at.set(told.machine, told.value);
  });
  await page.route('**/api/v1/**', (route) => {
    const request = route.request();
    const name = names[`${request.method()} ${new URL(request.url()).pathname.replace('/api/v1', '')}`];
    if (name === undefined) return route.continue();
    held.set(name, route);
  });
  return {
    at: (machine: string) => at.get(machine),
    /** The page has made the request, and it stays where it is. */
    held: (name: string) => expect.poll(() => held.has(name), { message: `the page asks for ${name}` }).toBe(true),
    /** A held request the page has given up. */
    forget: (name: string) => void held.delete(name),
    /** The page waits for nothing. */
    async quiet(): Promise<void> {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await expect.poll(() => underWay.size).toBe(0);
    },
    /** Lets a request go on once the page has made it. */
    async release(name: string, how: Release): Promise<void> {
      await expect.poll(() => held.has(name), { message: `the page asks for ${name}` }).toBe(true);
      const route = held.get(name);
      held.delete(name);
      if (how === 'continue') await route?.continue();
      else if (how === 'abort') await route?.abort();
      // A gateway says something in the server's place.
      else await route?.fulfill({ status: 200, json: { welcome: 'Accept the terms of this network' } });
    },
  };
}
export type Watched = Awaited<ReturnType<typeof watch>>;
