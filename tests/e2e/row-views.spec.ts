import type { Page } from '@playwright/test';
import { ownCopyModel } from '../../src/machines/ownCopy/ownCopy.model.ts';
import { UNREACHED } from '../../walking/coverage/unreached.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { asDemo, type CallAs, callAs } from './calls.ts';
import { intercept } from './intercept.ts';
import { colleague, openAs } from './people.ts';
import { expect, logIn, test } from './server.ts';

test.use({ client: 'telling' });

async function walledLists(call: CallAs) {
  const [team] = (await call('GET /profile/', {})).teams;
  const project = await call('POST /projects', { body: { name: 'Left so', team_id: team?.id ?? 0 } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const row = (name: string, quantity: string) => ({ name, quantity, unit_labour: '10' });
  const made = async (title: string) => {
    const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title } });
    const rows = [{ kind: 'section' as const, name: 'Ground' }, row('Gravel', '1'), row('Sand', '7'), row('Clay', '3')];
    await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
    return { id: list.id, path: `/project/${project.id}/${version.id}/list/${list.id}` };
  };
  return [await made('Walls'), await made('Roof')] as const;
}

const names = (page: Page) =>
  page
    .locator('[data-index]:not([data-looks=open])')
    .evaluateAll((rows) =>
      rows.map((row) => /Ground|Gravel|Sand|Clay/.exec(row.textContent ?? '')?.[0]).filter((name) => name !== undefined),
    );
const shows = (page: Page, ...expected: readonly string[]) => expect.poll(() => names(page)).toEqual(expected);

test('a list opens as its person left it, on every device; others have their own views, and an unsent view is not lost', async ({
  actum,
  browser,
  taken,
}) => {
  const call = await asDemo(actum);
  const [walls, roof] = await walledLists(call);
  const bob = await colleague(actum, call, 'Bob Mason');
  const kept = async (as: CallAs, list = walls) => (await as('GET /lists/:id/view/', { params: { id: list.id } })).estimate;
  const page = await openAs(browser, actum, actum, walls.path);
  const tools = page.locator('[data-movable=true]');
  const fold = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await expect(tools).toHaveCount(1);

  await test.step('a section folded on one device is folded on another with the first rows, without a separate call', async () => {
    await fold('Fold Ground');
    await expect.poll(() => kept(call)).toMatchObject({ flipped: [expect.any(Number)] });
    const there = await openAs(browser, actum, actum, roof.path);
    const asked: string[] = [];
    there.on('request', (request) => asked.push(...(request.url().split(`/lists/${walls.id}/`)[1]?.match(/^\w+/) ?? [])));
    await there.goto(actum.address + walls.path);
    await expect(there.locator('[data-movable=true]')).toHaveCount(1);
    await shows(there, 'Ground');
    expect(asked).not.toContain('view');

    await there.getByRole('button', { name: 'Unfold Ground' }).click();
    await there.getByRole('columnheader', { name: 'Total' }).last().click();
    await there.getByRole('menuitem', { name: 'Descending' }).click();
    await there.getByRole('button', { name: 'Sort and filter' }).click();
    await there.getByLabel('From').fill('25');
    await there.getByRole('button', { name: 'Apply' }).click();
    await shows(there, 'Sand', 'Clay');
    // Closed at once, it is sent all the same.
    await there.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Roof' }).click();
    await expect.poll(() => kept(call)).toMatchObject({ sort: { field: 'total', falling: true }, filters: [{ from: '25' }], flipped: [] });
    await there.context().close();
  });

  await test.step('on a tablet the line under the table shows all its buttons beside the sums without growing higher', async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 768, height: 900 });
    const line = page.locator('footer:has([data-adds])');
    const height = (await line.boundingBox())?.height;
    await page.locator('[data-index="0"]').getByRole('gridcell').nth(4).click();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(line).toContainText('2 cells selected');
    for (const name of ['Fold all sections', 'Unfold all sections', 'Sort and filter', 'Columns'])
      await expect(line.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    expect((await line.boundingBox())?.height).toBe(height);
    if (before) await page.setViewportSize(before);
  });

  await test.step('the later change wins', async () => {
    await page.reload();
    await shows(page, 'Sand', 'Clay');
  });

  await test.step('a view that the server did not get stays on the device, after a reload too, and is sent when the network is back', async () => {
    await page.clock.install();
    const over = await intercept(page, '**/lists/*/view/', (route) => route.abort());
    const failed = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith('/view/'));
    const first = failed();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.clock.fastForward(500);
    await first;
    const second = failed();
    await page.clock.fastForward(30_000);
    await second;
    await page.clock.resume();
    expect(await kept(call)).toMatchObject({ filters: [{ from: '25' }] });
    const third = failed();
    await page.reload();
    await shows(page, 'Ground', 'Gravel', 'Sand', 'Clay');
    await third;
    over();
    // The network may come back before the page has noticed that it was gone.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        return taken.has('#ownCopy.waiting -- retry.requested -> #ownCopy.sending');
      })
      .toBe(true);
    await expect.poll(() => kept(call)).toEqual({ filters: [], flipped: [] });
  });

  await test.step('a view changed again while it is sent keeps the last change; a refused view stays on the device', async () => {
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/lists/*/view/');
    await page.route('**/lists/*/view/', async (route) => {
      await held.promise;
      await route.continue();
    });
    // An earlier step may have taken it too.
    taken.delete('#ownCopy.sending -- xstate.done.actor.sendCopy[1] -> #ownCopy.changed');
    await expect(tools).toHaveCount(1);
    await fold('Fold all sections');
    await asked;
    await fold('Unfold all sections');
    held.resolve();
    await expect.poll(() => taken.has('#ownCopy.sending -- xstate.done.actor.sendCopy[1] -> #ownCopy.changed')).toBe(true);
    await expect.poll(() => kept(call)).toEqual({ filters: [], flipped: [] });
    const over = await intercept(page, '**/lists/*/view/', (route) =>
      route.fulfill({ status: 404, json: { detail: 'Not found', code: 'not_found' } }),
    );
    const refused = page.waitForResponse('**/lists/*/view/');
    await fold('Fold all sections');
    await refused;
    over();
    expect(await kept(call)).toEqual({ filters: [], flipped: [] });
  });

  await test.step('a device of an earlier release: it has a view and the server has none', async () => {
    const { id } = await call('GET /profile/', {});
    await page.evaluate(
      ([name]) => localStorage.setItem('actum.rowViews', JSON.stringify([[name, { filters: [], flipped: [], foldedFrom: 1 }]])),
      [`${id} list ${roof.id}`],
    );
    await page.goto(actum.address + roof.path);
    await shows(page, 'Ground');
    await expect.poll(() => kept(call, roof)).toEqual({ filters: [], foldedFrom: 1, flipped: [] });
  });

  await test.step('a colleague who signs in on the device has their own view', async () => {
    await page.getByRole('button', { name: 'Show the sidebar' }).click();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await logIn(page, bob);
    await expect(page.getByRole('button', { name: /^Account: Bob/ })).toBeVisible();
    await page.goto(actum.address + roof.path);
    await shows(page, 'Ground', 'Gravel', 'Sand', 'Clay');
    await expect(tools).toHaveCount(1);
    await page.getByRole('columnheader', { name: 'Total' }).last().click();
    await page.getByRole('menuitem', { name: 'Descending' }).click();
    const asBob = await callAs(actum, bob);
    await expect.poll(() => kept(asBob, roof)).toMatchObject({ sort: { field: 'total', falling: true } });
    expect(await kept(call, roof)).toEqual({ filters: [], foldedFrom: 1, flipped: [] });
    await page.context().close();
  });

  const all = declaredTransitions(ownCopyModel.machine).map(transitionKey);
  expect(all.filter((key) => !taken.has(key) && !(key in UNREACHED))).toEqual([]);
});
