/** Counts the requests of an edit: one for its author, and at most one small one for a reader. */
import type { Page, Request, Response } from '@playwright/test';
import type { PageAhead } from '../../src/services/askedAhead.ts';
import { callAs } from './calls.ts';
import { colleague, newList, openAs, quantityOf, type } from './people.ts';
import { expect, test } from './server.ts';

const MOST_BYTES = 4_096;

/** Every call the page makes from now on but its heartbeat, which no edit causes. */
function callsOf(page: Page) {
  const responses: Promise<{ call: string; bytes: number }>[] = [];
  const sized = async (response: Response) => ({
    call: `${response.request().method()} ${new URL(response.url()).pathname.replace(/\/\d+/g, '/:id')}`,
    // A page that is still opening gives some up, and they are not counted.
    bytes: await response.body().then(
      ({ length }) => length,
      () => Number.POSITIVE_INFINITY,
    ),
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(api\/v1|v1)\//.test(pathname) && !pathname.endsWith('/presence/')) responses.push(sized(response));
  });
  return { taken: () => Promise.all(responses.splice(0)) };
}
/** The requests of a page from its first on. */
function traffic() {
  const asked = new Set<Request>();
  const answered: string[] = [];
  return {
    hear(page: Page) {
      page.on('request', (request) => asked.add(request));
      page.on('requestfailed', (request) => asked.delete(request));
      page.on('requestfinished', (request) => {
        asked.delete(request);
        answered.push(request.url());
      });
    },
    underWay: () => asked.size,
    timesAnswered: (path: string) => answered.filter((url) => url.endsWith(path)).length,
  };
}
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });

test('an edit of one’s own takes one request; another person’s edit of a row takes a reader at most one small request', async ({
  browser,
  actum,
}) => {
  const owner = await callAs(actum, actum);
  const { path, ids, project, version } = await newList(owner, 'Frugal Yard');
  const bobs = await colleague(actum, owner, 'Bob Mason');
  const bob = await callAs(actum, bobs);
  const [anns, readers] = [traffic(), traffic()];
  const ann = await openAs(browser, actum, actum, path, anns.hear);
  const reader = await openAs(browser, actum, bobs, `/project/${project}/${version}`, readers.hear);
  const [annsCalls, readersCalls] = [callsOf(ann), callsOf(reader)];
  const editAsBob = (row: number, quantity: string) => bob('PUT /rows/:id/', { params: { id: ids[row] ?? 0 }, body: { quantity } });
  // The streams are open and the screens were loaded again, so both follow changes from here on.
  await editAsBob(2, '30');
  await expect(quantityOf(ann, 'Brick')).toHaveText('30');
  await expect(reader.getByRole('main')).toContainText('330.00');
  await expect(undo(ann)).toHaveAccessibleName(/Brick.*Bob Mason/);
  await expect(undo(reader)).toHaveAccessibleName(/Brick/);
  // The parties for print are asked for behind everything else, and again if the stream of changes opens after them; comments are counted once their
  // stream is open.
  for (const { timesAnswered } of [anns, readers]) await expect.poll(() => timesAnswered('/parties/')).toBeGreaterThanOrEqual(1);
  await expect.poll(() => anns.timesAnswered('/comments/')).toBeGreaterThanOrEqual(1);
  for (const { underWay } of [anns, readers]) await expect.poll(underWay).toBe(0);
  await annsCalls.taken();
  await readersCalls.taken();

  await type(ann, 'Sand', '5');
  await expect(undo(ann)).toHaveAccessibleName(/Sand/);
  await expect(reader.getByRole('main')).toContainText('370.00');
  await editAsBob(1, '4');
  await expect(quantityOf(ann, 'Gravel')).toHaveText('4');
  await expect(reader.getByRole('main')).toContainText('390.00');
  await expect(undo(reader)).toHaveAccessibleName(/Gravel/);

  const mine = await annsCalls.taken();
  expect(mine.map(({ call }) => call)).toEqual(['PUT /api/v1/rows/:id/', 'GET /api/v1/rows/:id/']);
  const theirs = await readersCalls.taken();
  expect(theirs.map(({ call }) => call)).toEqual(Array(2).fill('GET /api/v1/versions/:id/summary/'));
  for (const { bytes } of [...mine.slice(1), ...theirs]) expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

for (const stream of ['follows', 'has not begun'] as const) {
  test(`an edit that is answered after its list was closed changes the sums of the summary: the stream of changes ${stream}`, async ({
    browser,
    actum,
  }) => {
    const owner = await callAs(actum, actum);
    const { path } = await newList(owner, 'Hasty Yard');
    const ann = await openAs(browser, actum, actum, path);
    if (stream === 'has not begun') {
      await ann.routeWebSocket(/graphql/, () => undefined);
      await ann.reload();
    }
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await ann.route('**/api/v1/rows/*/', async (route) => {
      arrived.resolve();
      await released.promise;
      await route.continue();
    });
    await type(ann, 'Sand', '5');
    await arrived.promise;
    await ann.getByRole('link', { name: 'Summary', exact: true }).click();
    // The row of the list in the summary; the list itself has a row of its sums.
    const walls = ann.getByRole('row').filter({ has: ann.getByRole('link', { name: 'Walls', exact: true }) });
    await expect(walls).toContainText('60.00');
    released.resolve();
    await expect(walls).toContainText('100.00');
  });
}

test('a list or an act opened by its address uses the answers to its first requests, sent before its code is loaded', async ({
  browser,
  actum,
}) => {
  const owner = await callAs(actum, actum);
  const { path, project, version } = await newList(owner, 'Early Yard');
  const act = await owner('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const page = await openAs(browser, actum, actum, path);
  // Its stream of changes never opens, because a screen reads again what it may have missed before.
  await page.routeWebSocket(/graphql/, () => undefined);
  const asked: string[] = [];
  page.on('request', (request) => {
    const address = request.url().replace(actum.address, '');
    if (address.startsWith('/api/v1/')) asked.push(address);
  });
  for (const [address, ahead] of [
    [path, 4],
    [`/project/${project}/${version}`, 3],
    [`/act/${act.id}`, 3],
  ] as const) {
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto(actum.address + address);
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
    const known = () =>
      page.evaluate(() => {
        const { askedAhead } = globalThis as PageAhead;
        return { unused: [...(askedAhead?.answers.keys() ?? ['none'])], answered: [...(askedAhead?.texts.keys() ?? [])].sort() };
      });
    await expect.poll(async () => (await known()).unused).toEqual([]);
    // The parties for print are asked for behind everything else.
    await expect.poll(() => asked.some((one) => one.includes('/parties/'))).toBe(true);
    const { answered } = await known();
    expect(answered).toContain('/api/v1/profile/');
    expect(answered).toEqual(asked.slice(0, ahead).sort());
    expect(asked.slice(ahead).filter((one) => answered.includes(one))).toEqual([]);
  }
});
