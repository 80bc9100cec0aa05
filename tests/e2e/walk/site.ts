import type { BrowserContext, Page } from '@playwright/test';
import { asDemo } from '../calls.ts';
import { DEMO, type Walked, type Watched, watch } from './served.ts';

export type Caller = Awaited<ReturnType<typeof asDemo>>;

/** Calls the server as the demo user, without using the page. */
export const callerOf = (walked: Walked, email = DEMO.email): Promise<Caller> => asDemo({ ...walked, ...DEMO, email });

const ROWS = ['Sand', 'Gravel', 'Brick'] as const;

/** A project of its own with one list of some rows: 1, 2, 3 of them, each for 10. */
export async function newSite(call: Caller, name: string, names: readonly string[] = ROWS) {
  const { teams } = await call('GET /profile/', {});
  const project = (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const rows = names.map((each, at) => ({ name: each, unit: 'm', quantity: String(at + 1), unit_labour: '10' }));
  const { ids } = await call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  return { project, version, list, ids, path: `/project/${project}/${version}/list/${list}` };
}

/** A row of that project as it is now. */
export async function rowOf(call: Caller, list: number, id: number) {
  const answer = await call('GET /lists/:id/rows/', { params: { id: list }, query: {} });
  const row = 'rows' in answer ? answer.rows.find((each) => each.id === id) : undefined;
  if (row === undefined) throw new Error(`There is no row ${id}`);
  return row;
}

/** A version with two acts and one row: 20 estimated, 2 claimed in the one looked at and 3 in the other. */
export async function newActs(call: Caller, which: 'first' | 'second') {
  const { project, version, list, ids } = await newSite(call, 'Act Yard');
  for (const id of ids.slice(1)) await call('DELETE /rows/:id/', { params: { id } });
  await call('PUT /rows/:id/', { params: { id: ids[0] ?? 0 }, body: { quantity: '20' } });
  const acts: { readonly act: number; readonly row: number }[] = [];
  for (const _each of ['first', 'second']) {
    const { id: act } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
    const answer = await call('GET /acts/:id/lists/:listId/rows/', { params: { id: act, listId: list }, query: {} });
    acts.push({ act, row: answer.rows[0]?.id ?? 0 });
  }
  const [mine, other] = (which === 'first' ? acts : acts.toReversed()) as [(typeof acts)[number], (typeof acts)[number]];
  const claim = (id: number, quantity: string) => call('PUT /act_rows/:id/', { params: { id }, body: { quantity } });
  await claim(mine.row, '2');
  await claim(other.row, '3');
  const claimed = async () => {
    const { rows } = await call('GET /acts/:id/lists/:listId/rows/', { params: { id: mine.act, listId: list }, query: {} });
    return rows[0]?.quantity ?? '';
  };
  return { ...mine, other: other.row, list, project, path: `/act/${mine.act}/list/${list}`, claim, claimed };
}

/** Signs the browser in without its screen. */
export async function signIn(context: BrowserContext, walked: Walked): Promise<void> {
  const response = await context.request.post(`${walked.address}/api/v1/token/`, { data: DEMO });
  const tokens: Readonly<Record<string, string>> = await response.json();
  await context.addCookies(Object.entries(tokens).map(([name, value]) => ({ name, value, url: walked.address })));
}

/** A page of the demo user at a path, with the named calls held. */
export async function openAt(
  page: Page,
  context: BrowserContext,
  walked: Walked,
  { path, calls = {} }: { readonly path: string; readonly calls?: Readonly<Record<string, string>> },
): Promise<Watched> {
  await signIn(context, walked);
  const watched = await watch(context, page, walked.taken, calls);
  await page.clock.install();
  await page.goto(walked.address + path);
  return watched;
}

/** Discards unsent edits of an earlier path. The page is left first, because until then it may keep them again. */
export async function forgetTyped(page: Page, watched: Watched): Promise<void> {
  await page.goto(new URL('/healthz', page.url()).href);
  await page.evaluate(() => localStorage.clear());
  watched.forget('save');
}

/** Stops the page's clock, `ahead` ms from now; time passes only when the test advances it. */
export async function stopClock(page: Page, ahead = 60_000): Promise<void> {
  const pause = async () => page.clock.pauseAt(await page.evaluate((ms) => Date.now() + ms, ahead));
  try {
    await pause();
  } catch (error) {
    // On a busy machine that moment may have passed by now. The clock stands all the same, so the next one cannot pass.
    if (!String(error).includes('Cannot fast-forward to the past')) throw error;
    await pause();
  }
}
