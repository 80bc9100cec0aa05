import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo, type CallAs } from './calls.ts';
import { newList } from './people.ts';
import { expect, openSignedIn, type RunningActum, signIn, test } from './server.ts';

const LONG = 'Reinforced concrete strip footing C30/37 with formwork, reinforcement and curing';
const PROJECT = 'Riverside warehouse';

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A version without an act, in which lists can be made. */
const unfrozen = async (call: CallAs, project: number) =>
  (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;

/** A project with long names and codes, amounts of millions, a deduction of 110.00, taxes and an act. */
async function site(actum: RunningActum) {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const project = (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: PROJECT } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const lists: number[] = [];
  for (const title of ['Foundations and everything below ground', 'Walls']) {
    const { id } = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title } })).list;
    lists.push(id);
    const rows = Array.from({ length: 60 }, (_, at) => ({
      code: `16-00000-${String(at).padStart(3, '0')}`,
      name: at === 0 ? LONG : 'Gravel bed',
      unit: '1000 pcs',
      quantity: at === 3 ? '-10' : String(1250.5 + at),
      unit_labour: at === 3 ? '11' : '12.45',
    }));
    await call('POST /lists/:id/rows/', { params: { id }, body: { rows } });
  }
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const act = (await call('POST /versions/:id/acts/', { params: { id: version }, body: { finish_date: '2026-11-30' } })).id;
  return { call, teamId: teams[0]?.id ?? 0, project, version, lists, act };
}

/** Texts of the table that are cut off, and the columns that are not in sight. */
const lost = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('[role=columnheader], [data-col], [data-col] *')];
    const isCut = (cell: HTMLElement) =>
      cell.scrollWidth > cell.clientWidth + 1 || (cell.role !== 'columnheader' && cell.scrollHeight > cell.clientHeight + 1);
    const isOut = (cell: HTMLElement) => cell.getBoundingClientRect().right > innerWidth + 1;
    return cells
      .filter(
        (cell) =>
          cell.clientWidth > 0 && !cell.closest('.sr-only') && getComputedStyle(cell).display !== 'inline' && (isCut(cell) || isOut(cell)),
      )
      .map((cell) => cell.innerText);
  });

test('an act can be read whole: on a desktop without scrolling sideways, on a phone by a tap; completing names its sum and can be undone', async ({
  page,
  actum,
  browser,
}) => {
  const { call, lists, act } = await site(actum);
  await signIn(page, actum);
  const list = `/act/${act}/list/${lists[0]}`;
  const { hash } = await call('POST /acts/:id/share/', { params: { id: act }, body: {} });

  for (const [path, width] of [list, `/public/${hash}/list/${lists[0]}`].flatMap((each) =>
    [1440, 1280].map((size) => [each, size] as const),
  )) {
    await test.step(`nothing of ${path} is cut or out of sight at ${width}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(actum.address + path);
      await expect(page.getByRole('gridcell', { name: LONG })).toBeVisible();
      await expect(page.getByRole('columnheader', { name: 'Progress' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('columnheader', { name: /^Balance.*done to date/ })).toBeInViewport({ ratio: 1 });
      expect(await lost(page)).toEqual([]);
    });
  }

  await test.step('the available range is in a line of its own and covers no cell', async () => {
    await page.goto(actum.address + list);
    await page.locator('[data-index="3"] > [data-col="4"]').click();
    const helper = page.getByRole('group', { name: 'Available Range' });
    await expect(helper.getByRole('button', { name: /^Minimum\s*−10/ })).toBeEnabled();
    const [box, grid] = [
      await helper.boundingBox(),
      await page.getByRole('grid').evaluate((element) => element.closest('[class*=scroller]')?.getBoundingClientRect().bottom),
    ];
    expect(box?.y).toBeGreaterThanOrEqual(grid ?? Number.POSITIVE_INFINITY);
    await page.keyboard.press('ArrowDown');
    await expect(helper.getByRole('button', { name: /^Maximum/ })).toContainText('1 254.5');
  });

  await test.step('completing names the sum before and after, and can be undone from its message', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: /^Complete the list/ })).toContainText(/Claims [\d\s]+\.\d\d € more/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Complete all to … %' }).click();
    await page.getByLabel('Percent done to date').fill('50');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Complete Act 1 to 50 %?' });
    await expect(asking).toContainText(/The act will claim [\d\s]+\.\d\d € more, with taxes/);
    await expectNothingForAxe(page);
    await asking.getByRole('button', { name: 'Complete' }).click();
    await expect(page.locator('[data-index="0"] > [data-col="5"]')).toHaveText(/50\.00/);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('[data-index="0"] > [data-col="5"]')).toHaveText(/^0\.00/);
  });

  await test.step('on a phone the header names project and act, undo and redo are buttons, and a tap opens the whole name', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const phone = await context.newPage();
    await context.addCookies(await page.context().cookies());
    await phone.goto(actum.address + list);
    await expect(phone.getByRole('banner')).toContainText(/Riverside warehouse.*Act 1.*Foundations/);
    await expect(phone.getByRole('banner').getByRole('link', { name: 'Act 1' })).toBeInViewport({ ratio: 1 });
    await expect(phone.getByRole('button', { name: /^Redo/ })).toBeInViewport({ ratio: 1 });
    await expect(phone.getByRole('button', { name: /^Undo/ })).toBeInViewport({ ratio: 1 });
    await phone.getByRole('button', { name: new RegExp(`^${LONG.slice(0, 20)}`) }).tap();
    const whole = phone.getByRole('dialog', { name: 'Full name' });
    await expect(whole).toContainText(LONG);
    await expect(whole).toContainText('16-00000-000');
    await expectNothingForAxe(phone);
    await phone.getByRole('banner').tap({ position: { x: 120, y: 30 } });
    await expect(whole).toBeHidden();
    await context.close();
  });
});

test('nothing is cut below a list that is done, nor in the menu of its rows', async ({ page, actum }) => {
  const { call, lists, act } = await site(actum);
  await call('POST /acts/:id/complete/', { params: { id: act }, body: {} });
  await signIn(page, actum);
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${actum.address}/act/${act}/list/${lists[0]}`);
    await expect(page.locator('[data-col="5"]').last()).toHaveText(/^100\.00/);
    expect(await lost(page)).toEqual([]);
  }
  await page.locator('[data-index="1"] > [data-col="2"]').click({ button: 'right' });
  for (const item of await page.getByRole('menuitem').all()) {
    expect(
      await item.evaluate((of) => [of, ...of.querySelectorAll('*')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)),
    ).toEqual([]);
  }
  await expect(page.getByRole('menuitem', { name: 'Ask for an extra or a deduction' })).toBeVisible();
});

test('no screen cuts a digit of a long quantity, of a quantity with its extra, or of an amount larger than its list', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  const { version, list, ids } = await newList(call, 'Long yard');
  const rows = [
    { quantity: '12345.678912', unit_labour: '0.01', unit_materials: '0', unit_tools: '0' },
    { quantity: '123456.123456', unit_labour: '100', unit_materials: '0', unit_tools: '0' },
    { quantity: '-123456', unit_labour: '100', unit_materials: '0', unit_tools: '0' },
  ];
  for (const [at, body] of rows.entries())
    for (const [field, value] of Object.entries(body))
      await call('PUT /rows/:id/', { params: { id: ids[at] ?? 0 }, body: { [field]: value } });
  const act = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const { id: extra } = await call('POST /rows/:id/extras/', {
    params: { id: ids[0] ?? 0 },
    body: { quantity: '2.655123', reason: 'As measured' },
  });
  await call('POST /extras/:id/decide/', { params: { id: extra }, body: { approves: true } });
  await call('POST /acts/:id/complete/', { params: { id: act.id }, body: { list_id: null, percent: '33.33' } });
  const { hash } = await call('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  await signIn(page, actum);
  const cut = () =>
    page
      .locator('[data-index] > [data-col], [data-index] > [data-col] *, [role=columnheader]')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.clientWidth > 1 && cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
  for (const address of [`/act/${act.id}/list/${list}`, `/public/${hash}/list/${list}`]) {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(actum.address + address);
      await expect(page.locator('[data-index="1"]')).toContainText('123\u00a0456.123456');
      await expect(page.locator('[data-index="0"]')).toContainText('12\u00a0345.678912 + 2.655123');
      expect(await cut()).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      expect(await cut()).toEqual([]);
      await page.emulateMedia({ media: 'screen' });
    }
  }
});

test('on a phone no heading is cut, nor that of a group above one column', async ({ page, actum }) => {
  const { call, lists, act } = await site(actum);
  await signIn(page, actum);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [language, ...groups] of [
    ['de', 'Menge bisher', 'Kosten, €'],
    ['lv', 'Daudzums līdz šim', 'Izmaksas, €'],
    // The person's other tests read English.
    ['en', 'Quantity to date', 'Cost, €'],
  ] as const) {
    await call('PATCH /profile/', { body: { language } });
    await page.goto(`${actum.address}/act/${act}/list/${lists[0]}`);
    const headings = page.getByRole('columnheader').filter({ hasText: /./ });
    for (const group of groups) await expect(headings.filter({ hasText: group }).first()).toBeAttached();
    expect(
      await headings.evaluateAll((all) =>
        all.filter((of) => of.clientWidth > 1 && of.scrollWidth > of.clientWidth).map((of) => of.textContent),
      ),
    ).toEqual([]);
  }
});

test('on a phone the sums of a large estimate are whole, and an answered list has room', async ({ page, actum }) => {
  const { call, project, act, lists } = await site(actum);
  const version = await unfrozen(call, project);
  const { list: tower } = await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Tower' } });
  const rows = [{ name: 'Frame', quantity: '1', unit_labour: '22783501.12' }];
  await call('POST /lists/:id/rows/', { params: { id: tower.id }, body: { rows } });
  const { record } = await call('POST /versions/:id/additional_summary_costs/', { params: { id: version }, body: { name: 'Discount' } });
  await call('PUT /additional_summary_costs/custom/:id/', { params: { id: record.id }, body: { percent_total: '-10.02' } });
  await signIn(page, actum);
  await page.goto(`${actum.address}/project/${project}/${version}`);
  const percents = page.getByRole('gridcell').filter({ hasText: /^−10\.02/ });
  await expect(percents).toHaveCount(2);
  expect(await percents.evaluateAll((all) => all.filter((of) => of.scrollWidth > of.clientWidth))).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  const sums = page.getByRole('gridcell').filter({ hasText: /^22.783.501\.12$/ });
  await expect(sums.last()).toBeVisible();
  expect(await sums.evaluateAll((all) => all.filter((of) => of.scrollWidth > of.clientWidth).map((of) => of.textContent))).toEqual([]);

  const params = { id: act };
  await call('POST /acts/:id/complete/', { params, body: { list_id: null, percent: '50' } });
  await call('PUT /acts/:id/', { params, body: { status_id: 2 } });
  await call('POST /acts/:id/answer/', { params, body: { name: 'Carl Client', rows: [] } });
  await page.goto(`${actum.address}/act/${act}/list/${lists[0]}`);
  await expect(page.getByText(/Carl Client/).first()).toBeVisible();
  const list = page.getByRole('region', { name: 'Foundations and everything below ground' });
  await expect.poll(async () => (await list.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(400);
  const claimed = page.getByRole('row', { name: /^Foundations and everything below ground, 60 rows/ }).getByText(/^Claimed /);
  const [box, table] = [await claimed.boundingBox(), await list.boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((table?.x ?? 0) + (table?.width ?? 0));
  const blocked = page.getByText(/^This act is accepted/);
  expect(await blocked.evaluate((of) => (of.parentElement?.scrollHeight ?? 0) - (of.parentElement?.clientHeight ?? 0))).toBe(0);
});

test('on touch screens every button at the head of an act is 44 px high', async ({ browser, actum }) => {
  const { act, lists } = await site(actum);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await openSignedIn(page, actum, `/act/${act}/list/${lists[0]}`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const buttons = page.getByRole('banner').getByRole('button');
  const short = await buttons.evaluateAll((all) =>
    all.flatMap((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const hits = [-21, 21].map((from) => document.elementFromPoint(x + width / 2, Math.max(0, y + height / 2 + from))?.closest('button'));
      return width === 0 || hits.every((hit) => hit === button) ? [] : [button.ariaLabel ?? button.textContent];
    }),
  );
  expect(short).toEqual([]);
  await context.close();
});

test('the colours of an act are named whole, and the sheet for an answer on paper keeps its distance, at every width', async ({
  page,
  actum,
}) => {
  const { call, act } = await site(actum);
  await call('POST /acts/:id/complete/', { params: { id: act }, body: { list_id: null, percent: '50' } });
  await call('PUT /acts/:id/', { params: { id: act }, body: { status_id: 2 } });
  await signIn(page, actum);
  const main = page.getByRole('main');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${actum.address}/act/${act}`);
    for (const name of ['Done before', 'Done now']) {
      const colour = main.getByText(name, { exact: true }).last();
      await expect(colour).toBeInViewport({ ratio: 1 });
      expect(await colour.evaluate((of) => of.scrollWidth - of.clientWidth)).toBe(0);
    }
    await page.goto(`${actum.address}/act/${act}/answer`);
    const [lead, around] = [await main.getByText(/^Enter what the paper certifies/).boundingBox(), await main.boundingBox()];
    const text = main.getByRole('link', { name: 'Walls' }).last();
    for (const box of [lead, await text.boundingBox()]) {
      const padding = box === lead && width === 360 ? 0 : 12;
      expect((box?.x ?? 0) - (around?.x ?? 0)).toBeGreaterThanOrEqual(padding);
    }
  }
});

test('a list of 300 rows, an act and what a client sees are printed whole, on A4 across, with both parties and lines to sign', async ({
  page,
  actum,
}) => {
  const { call, teamId, project, version, act } = await site(actum);
  const { id } = (await call('POST /versions/:id/lists/', { params: { id: await unfrozen(call, project) }, body: { title: 'Roof' } })).list;
  const rows = Array.from({ length: 300 }, (_, at) => ({ name: `Rafter ${at + 1}`, unit: 'm', quantity: '1', unit_labour: '2' }));
  await call('POST /lists/:id/rows/', { params: { id }, body: { rows } });
  await signIn(page, actum);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });

  await test.step('the team names its company, with a picture by its bytes, and the project its client', async () => {
    await page.getByRole('button', { name: /^Team: / }).click();
    await page.getByRole('menuitem', { name: 'Team settings' }).click();
    await page.getByLabel('Address').fill('Granite Street 4');
    await page.getByLabel('Registration number').fill('40001234567');
    await page.getByRole('form', { name: 'Company' }).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Choose a PNG or JPEG picture')).toBeVisible();
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DOT, 'base64') });
    await expect(page.getByRole('img', { name: /^Logo of / })).toBeVisible();
    await expectNothingForAxe(page);
    await page.keyboard.press('Escape');
    await page.goto(`${actum.address}/act/${act}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Client and contract…' }).click();
    await page.getByLabel('Client’s name').fill('Oak Homes');
    await page.getByLabel('Contract number').fill('12/2026');
    await expectNothingForAxe(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  expect((await call('GET /teams/:id/company/', { params: { id: teamId } })).logo).toBe(`data:image/png;base64,${DOT}`);

  const { hash } = await call('POST /acts/:id/share/', { params: { id: act }, body: {} });
  const [, second] = (await call('GET /projects/:id/tree', { params: { id: project } })).versions;
  const sheets: readonly (readonly [string, RegExp])[] = [
    [`/project/${project}/${second?.id}/list/${id}`, /Cost estimate, Roof/],
    [`/project/${project}/${version}`, /Cost estimate/],
    [`/act/${act}`, /Act of completed work 1/],
    [`/public/${hash}`, /Act of completed work 1/],
    [`/project/${project}/${second?.id}/compare/${version}?show=all`, /Comparison of versions/],
  ];
  for (const [path, title] of sheets) {
    await test.step(`${path} on paper`, async () => {
      await page.goto(actum.address + path);
      await page.getByRole('button', { name: 'Print', exact: true }).waitFor();
      await page.keyboard.press('Control+p');
      await expect(page.locator('body[data-printed]')).toBeAttached();
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const boxes = pdf.match(/\/MediaBox \[0 0 [\d.]+ [\d.]+\]/g) ?? [];
      expect(new Set(boxes)).toEqual(new Set(['/MediaBox [0 0 841.91998 594.95996]']));
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(title).first()).toBeVisible();
      await expect(page.getByText('Reg. no. 40001234567').first()).toBeVisible();
      await expect(page.getByText('Contract 12/2026').first()).toBeVisible();
      if (!path.includes('/compare/')) await expect(page.getByText('Signature, name').first()).toBeVisible();
      await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
      if (path.includes('/list/')) {
        expect(boxes.length).toBeGreaterThan(8);
        // A browser repeats the headings of what is laid out as a table.
        const asTable = page
          .getByRole('grid')
          .evaluate((grid) => [grid, grid.firstElementChild].map((part) => part && getComputedStyle(part).display));
        expect(await asTable).toEqual(['table', 'table-header-group']);
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        await expect(page.getByText('Rafter 300', { exact: true })).toBeVisible();
        await expect(page.locator('[data-index]:visible')).toHaveCount(300);
        await expect(page.getByText('Not all rows are on this printout')).toHaveCount(0);
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      }
      await page.emulateMedia({ media: null });
    });
  }

  await test.step('on a phone the menu of an act and the bar of an estimate print', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${actum.address}/act/${act}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await expect(page.locator('body[data-printed]')).toBeAttached();
    await page.goto(`${actum.address}/project/${project}/${version}`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.locator('body[data-printed]')).toBeAttached();
  });
});
