import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Request, type Route } from '@playwright/test';
import { sql } from 'kysely';
import { readConfig } from '../../../server/config.ts';
import { type Running, serve } from '../../../server/serve.ts';
import { cheapHash } from '../../cheapHash.ts';
import { copyFolder } from '../../filledFolder.ts';
import { FILLED, TELLING_CLIENT } from './build.ts';
import { askForPlaces, leaveTaken, listen } from './telling.ts';

export const DEMO = { email: 'demo@actum.example', password: 'actum-demo' };

export interface Walked extends Running {
  readonly outbox: string;
  /** Every transition the pages have taken. */
  readonly taken: Set<string>;
}

/** The real server, in this process so that tests can change its rows, with a client whose actors report their transitions. */
export const test = base.extend<object, { walked: Walked }>({
  walked: [
    async ({ browserName: _browserName }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'actum-walk-'));
      copyFolder(FILLED, join(folder, 'data'));
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
  // A page closed in the middle of its last step would not report that step.
  context: async ({ context }, use) => {
    await use(context);
    await Promise.all(context.pages().map((page) => lastReports(page).catch(() => undefined)));
  },
});
export { expect };

/** The waits of watched pages for their requests. */
const idles = new WeakMap<Page, () => Promise<void>>();

/** Waits until a page has done what a test caused last. */
async function lastReports(page: Page): Promise<void> {
  await idles.get(page)?.();
  await nextTurn(page);
}

/** Waits until a page has finished its current task and its reports have arrived. */
const nextTurn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => new MessageChannel().port1.postMessage(resolve(null))));

/** Short polling intervals, because a page on this machine reports at once. */
export const SOON = { intervals: [5, 10, 20, 50, 100] };

/** Changes to the server's rows that a test can make. */
export const levers = ({ database: { query } }: Running) => ({
  /** Withdraws every access token issued so far. */
  async expireAccess(): Promise<void> {
    await sql`update refresh_families set generation = generation + 1 where revoked_at is null`.execute(query);
  },
  /** Notifies the live sockets of every session, so that each checks its token. */
  async closeSockets(): Promise<void> {
    await sql`select pg_notify('actum', 'session:' || id) from refresh_families where revoked_at is null`.execute(query);
  },
  async revokeRefresh(): Promise<void> {
    await sql`update refresh_families set revoked_at = now()`.execute(query);
  },
  /** Adds a person with an account and no team. */
  async addPerson(email: string, password: string): Promise<void> {
    await sql`insert into users (email, name, password, confirmed_at) values (${email}, 'Ann Alone', ${cheapHash(password)}, now())`.execute(
      query,
    );
  },
  /** Adds a person with the same password to another person's team. */
  async addColleague(email: string, of: string): Promise<void> {
    await sql`insert into users (email, name, password, confirmed_at)
      select ${email}, 'Bob Mason', u.password, now() from users u where u.email = ${of}`.execute(query);
    await sql`insert into members (team_id, user_id, role)
      select m.team_id, b.id, 'regular' from members m join users u on u.id = m.user_id, users b where u.email = ${of} and b.email = ${email}`.execute(
      query,
    );
  },
  async confirm(email: string, isConfirmed: boolean): Promise<void> {
    await sql`update users set confirmed_at = ${isConfirmed ? new Date() : null} where email = ${email}`.execute(query);
  },
});

/** The outcome of a held request; the answer of a gateway in the server's place is given in full. */
type Release = 'continue' | 'abort' | 'garble' | { readonly status: number; readonly json: unknown };

/** The name of a held request: by its method and path, and for a query by its fields. */
function namer(names: Readonly<Record<string, string>>) {
  const known = Object.entries(names).map(([call, name]) => {
    const [route = '', query] = call.split('#');
    return { route: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`), query, name };
  });
  return (request: Request): string | undefined => {
    const asked = `${request.method()} ${new URL(request.url()).pathname.replace('/api/v1', '')}`;
    return known.find(({ route, query }) => route.test(asked) && (query === undefined || request.postData()?.includes(query)))?.name;
  };
}

/**
 * Listens to the reports of a page's actors, and holds the requests that a path releases: `PUT /rows/:id/`, or `POST /graphql#next_events` for one query
 * among others.
 */
export async function watch(context: BrowserContext, page: Page, taken: Set<string>, names: Readonly<Record<string, string>>) {
  const values = new Map<string, string[]>();
  let held: readonly { readonly name: string; readonly route: Route }[] = [];
  const underWay = new Set<Request>();
  let nameOf = namer(names);
  let news = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('project_changes')) news += 1;
    }),
  );
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => {
    underWay.delete(request);
    // The page has cancelled it, so there is nothing left to release.
    held = held.filter(({ route }) => route.request() !== request);
  });
  const isHeld = (name: string) => held.some((one) => one.name === name);
  const isAsked = (name: string) => expect.poll(() => isHeld(name), { message: `the page asks for ${name}`, ...SOON }).toBe(true);
  const unanswered = () => {
    const kept = new Set(held.map(({ route }) => route.request()));
    return [...underWay].filter((request) => !kept.has(request)).map((request) => `${request.method()} ${request.url()}`);
  };
  const idle = async (limit = {}) => {
    await expect.poll(unanswered, { ...SOON, ...limit }).toEqual([]);
    // An answer may cause further requests.
    await nextTurn(page);
    await expect.poll(unanswered, { ...SOON, ...limit }).toEqual([]);
  };
  idles.set(page, () => idle({ timeout: 2_000 }));
  const tell = (who: string, value: string) => values.set(who, [...(values.get(who) ?? []), value]);
  await askForPlaces(context);
  await listen(context, (one, from) => {
    if (one.kind === 'took') taken.add(one.key);
    else if (from === page) {
      tell(one.machine, one.value);
      tell(`${one.machine} ${one.actor}`, one.value);
    }
  });
  await page.route('**/api/v1/**', (route) => {
    const name = nameOf(route.request());
    if (name === undefined) return route.continue();
    held = [...held, { name, route }];
  });
  return {
    /** The latest value of a machine, from the last of its actors to report or from a named one, such as "numberCell 7 quantity". */
    at: (who: string) => values.get(who)?.at(-1),
    /** Every value reported after the first `count`. */
    since: (who: string, count: number): readonly string[] => values.get(who)?.slice(count) ?? [],
    count: (who: string) => values.get(who)?.length ?? 0,
    /** From now on these requests are held. */
    hold(calls: Readonly<Record<string, string>>): void {
      nameOf = namer(calls);
    },
    isHeld,
    /** The page has made the request, and it stays where it is. */
    held: isAsked,
    /** A held request the page has given up. */
    forget(name: string): void {
      held = held.filter((one) => one.name !== name);
    },
    /** The number of project changes the page has received. */
    news: () => news,
    /** Makes a project change happen. The page has received it and waits for nothing but what is held. */
    async untilHeard(happen: () => Promise<unknown>): Promise<void> {
      const before = news;
      await happen();
      await expect.poll(() => news, SOON).toBeGreaterThan(before);
      await idle();
    },
    /** The page waits for nothing but what is held. */
    idle,
    /** Lets time pass on the page's clock, in steps in which calls are answered: in one leap the time limits of calls would pass before their answers. */
    async passTime(milliseconds: number): Promise<void> {
      for (let left = milliseconds; left > 0; left -= 1_000) {
        await page.clock.runFor(Math.min(left, 1_000));
        await idle();
      }
    },
    /** The page waits for nothing. */
    async quiet(): Promise<void> {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await expect.poll(() => underWay.size).toBe(0);
    },
    /** Lets the latest request of a name go on once the page has made it. */
    async release(name: string, how: Release): Promise<void> {
      await isAsked(name);
      const latest = held.findLast((one) => one.name === name);
      held = held.filter((one) => one !== latest);
      const route = latest?.route;
      if (how === 'continue') await route?.continue();
      else if (how === 'abort') await route?.abort();
      // A gateway answers in the server's place.
      else await route?.fulfill(how === 'garble' ? { status: 200, json: { welcome: 'Accept the terms of this network' } } : how);
    },
  };
}
export type Watched = Awaited<ReturnType<typeof watch>>;
