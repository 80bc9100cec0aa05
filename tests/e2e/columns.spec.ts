import type { Locator, Page } from '@playwright/test';
import { fillHandleMachine } from '../../src/machines/fillHandle/fillHandle.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo, type CallAs, callAs } from './calls.ts';
import { intercept } from './intercept.ts';
import { colleague, newList } from './people.ts';
import { expect, signIn, test } from './server.ts';

test.use({ client: 'telling' });

/** A list of two sections, the first with numbers that go on. */
async function sitedList(call: CallAs) {
  const [team] = (await call('GET /profile/', {})).teams;
  const project = await call('POST /projects', { body: { name: 'Laid out', team_id: team?.id ?? 0 } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Roads' } });
  const row = (code: string, name: string, quantity: string) => ({ code, name, unit: 'm2', quantity, unit_labour: '5' });
  await call('POST /lists/:id/rows/', {
    params: { id: list.id },
    body: {
      rows: [
        { kind: 'section', name: 'Bed' },
        row('1.8', 'Subgrade, levelled and compacted in layers by a roller of twelve tonnes, with the tests of its bearing', '0.1'),
        row('1.9', 'Geotextile', '0.2'),
        ...['Gravel', 'Crushed stone', 'Sand'].map((name) => row('', name, '0')),
        { kind: 'section', name: 'Edging' },
        row('9', 'Kerb', '4'),
      ],
    },
  });
  const saved = async (field: 'code' | 'name' | 'quantity' | 'unit_materials') => {
    const answer = await call('GET /lists/:id/rows/', { params: { id: list.id }, query: {} });
    return ('rows' in answer ? answer.rows : []).filter(({ kind }) => kind === 'row').map((each) => each[field]);
  };
  return { path: `/project/${project.id}/${version.id}/list/${list.id}`, saved };
}

const headings = (page: Page) =>
  page
    .locator('[role=columnheader]:not([aria-colspan])[title]')
    .evaluateAll((found) => found.map((each) => each.getAttribute('title') ?? ''));
const corner = async (cell: Locator) => {
  const box = await cell.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) - 3, y: (box?.y ?? 0) + (box?.height ?? 0) - 4 };
};

test('columns are hidden, moved, frozen and wrapped for one person on every device; pasting and filling follow the shown columns', async ({
  page,
  actum,
  browser,
  context,
  taken,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The layout is one person's on every device, and so in the tests after this one.
  const dina = await colleague(actum, await asDemo(actum), 'Dina Paver');
  const call = await callAs(actum, dina);
  const { path, saved } = await sitedList(call);
  const asDina = { ...actum, ...dina };
  await signIn(page, asDina);
  const open = async (on: Page) => {
    await on.goto(`${actum.address}${path}`);
    await expect(on.locator('[data-movable=true]')).toHaveCount(1);
  };
  const kept = async () => (await call('GET /preferences/', {})).list_columns;
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  const tick = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  const openDialog = () => page.getByRole('button', { name: 'Columns', exact: true }).click();
  const cell = async (row: number, column: string) =>
    page.locator(`[data-index="${row}"] > [data-col="${(await headings(page)).indexOf(column)}"]`);
  await page.setViewportSize({ width: 1000, height: 700 });
  await open(page);

  await test.step('columns are arranged by keys and by the pointer, with immediate effect', async () => {
    expect((await headings(page)).slice(0, 5)).toEqual(['Row', 'Code', 'Name', 'Unit', 'Quantity']);
    await openDialog();
    await expectNothingForAxe(page);
    await expect(tick('Name')).toBeDisabled();
    await tick('Unit').click();
    await tick('Quantity').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(tick('Quantity')).toBeFocused();
    await tick('Wrap names to two lines').click();
    const grip = dialog.locator('[data-column=unit_tools] > [aria-hidden]');
    const to = await dialog.locator('[data-column=unit_labour]').boundingBox();
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 12, (to?.y ?? 0) + 12, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await headings(page)).slice(0, 6)).toEqual(['Row', 'Code', 'Quantity', 'Name', 'Tools unit price', 'Labour unit price']);
    await expect.poll(kept).toMatchObject({ hidden: ['unit'], wraps: true, frozen: 'quantity' });
  });

  await test.step('frozen columns stay in sight, and a long name wraps to two lines', async () => {
    await openDialog();
    await dialog.getByRole('button', { name: 'Freeze up to here: Name' }).click();
    await page.keyboard.press('Escape');
    const name = await cell(1, 'Name');
    expect((await name.boundingBox())?.height).toBe(52);
    const before = (await name.boundingBox())?.x;
    await page.locator('[data-movable]').evaluate((table) => table.scrollTo(table.scrollWidth, 0));
    await expect(page.getByRole('columnheader', { name: 'Total' }).last()).toBeInViewport();
    expect((await name.boundingBox())?.x).toBe(before);
    await page.locator('[data-movable]').evaluate((table) => table.scrollTo(0, 0));
  });

  await test.step('a paste goes into the columns shown, in their order', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('3.5\tGravel bed\t7'));
    await (await cell(3, 'Quantity')).click();
    await page.keyboard.press('Control+v');
    await expect(await cell(3, 'Name')).toHaveText('Gravel bed');
    await expect(await cell(3, 'Tools unit price')).toHaveText('7.00');
    await expect.poll(() => saved('quantity')).toEqual(['0.1', '0.2', '3.5', '0', '0', '4']);
  });

  await test.step('the handle carries a series on, exactly, to where it is dragged, or to the end of the section', async () => {
    await (await cell(1, 'Quantity')).click();
    await page.keyboard.press('Shift+ArrowDown');
    const from = await corner(await cell(2, 'Quantity'));
    const pull = async (row: number) => {
      const box = await (await cell(row, 'Quantity')).boundingBox();
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { steps: 3 });
    };
    await pull(5);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await pull(2);
    await page.mouse.up();
    await pull(4);
    await page.mouse.up();
    await expect.poll(() => saved('quantity')).toEqual(['0.1', '0.2', '0.3', '0.4', '0', '4']);
    await (await cell(1, 'Code')).click();
    await page.keyboard.press('Shift+ArrowDown');
    const end = await corner(await cell(2, 'Code'));
    await page.mouse.dblclick(end.x, end.y);
    await expect.poll(() => saved('code')).toEqual(['1.8', '1.9', '1.10', '1.11', '1.12', '9']);
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect.poll(() => saved('code')).toEqual(['1.8', '1.9', '', '', '', '9']);
  });

  await test.step('Ctrl+R fills to the right with the cell on the left', async () => {
    await (await cell(1, 'Labour unit price')).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+r');
    await expect.poll(() => saved('unit_materials')).toEqual(['5', '5', '0', '0', '0', '0']);
  });

  await test.step('another device shows the same layout; an unsent change is sent later from the device it was made on', async () => {
    const second = await browser.newContext();
    const there = await second.newPage();
    await signIn(there, asDina);
    await open(there);
    await expect.poll(() => headings(there)).toEqual(await headings(page));

    const over = await intercept(page, '**/api/v1/preferences/', (route) => route.abort());
    await openDialog();
    await tick('Unit').click();
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/preferences/'));
    await failed;
    expect(await kept()).toMatchObject({ hidden: ['unit'] });
    over();
    // The layout is changed again while it is being sent.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/preferences/', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(page.locator('[data-movable=true]')).toHaveCount(1);
    expect(await headings(page)).toContain('Unit');
    await openDialog();
    await tick('Code').click();
    answer();
    await expect.poll(kept).toMatchObject({ hidden: ['code'] });

    await there.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage))
        if (key.startsWith('actum.columns.')) localStorage.setItem(key, value.replace('"hidden":["unit"]', '"hidden":["margin"]'));
    });
    await there.route('**/api/v1/preferences/', (route) => route.abort());
    await open(there);
    // An invalid stored layout counts as the default.
    expect((await headings(there)).slice(0, 4)).toEqual(['Row', 'Code', 'Name', 'Unit']);
    await second.close();
  });

  await test.step('a reset restores the default columns', async () => {
    await dialog.getByRole('button', { name: 'Reset the columns' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await headings(page)).slice(0, 5)).toEqual(['Row', 'Code', 'Name', 'Unit', 'Quantity']);
    await expect.poll(kept).toMatchObject({ hidden: [], order: [], wraps: false });
  });

  // The page notes that its change has been sent when the answer arrives, which is after the server has stored it.
  const isUnsent = () =>
    page.evaluate(() =>
      Object.entries(localStorage).some(([key, value]) => key.startsWith('actum.columns.') && value.includes('"isUnsent":true')),
    );
  await expect.poll(isUnsent).toBe(false);
  // A device with a layout, and a server that has none.
  await call('PUT /preferences/', { body: { list_columns: null } });
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('actum.columns.'))
        localStorage.setItem(
          key,
          JSON.stringify({ value: { order: [], hidden: ['code'], frozen: null, wraps: false, widths: {} }, isUnsent: false }),
        );
  });
  await open(page);
  await expect.poll(kept).toMatchObject({ hidden: ['code'], frozen: null });

  const all = declaredTransitions(fillHandleMachine).map(transitionKey);
  expect(all.filter((key) => !taken.has(key))).toEqual([]);
});

test('no digit of a long quantity, a large unit price or a large amount is cut in a list', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { path, list } = await newList(call, 'Large yard');
  const body = {
    name: 'Tower',
    unit: 'pcs',
    quantity: '-123456.123456',
    unit_labour: '1250000.5',
    unit_materials: '9876543.21',
    unit_tools: '12345678',
  };
  await call('POST /lists/:id/rows/', { params: { id: list }, body });
  await signIn(page, actum);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(actum.address + path);
    await expect(page.locator('[data-index="3"]')).toContainText('1\u00a0250\u00a0000.50');
    const cells = page.locator('[data-index] > [data-col], [data-index] > [data-col] *, [role=columnheader]');
    await expect
      .poll(() =>
        cells.evaluateAll((all) =>
          all.filter((cell) => cell.clientWidth > 1 && cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        ),
      )
      .toEqual([]);
  }
});
