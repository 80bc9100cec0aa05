import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { intercept } from './intercept.ts';
import { expect, openSignedIn, type RunningActum, signIn, test } from './server.ts';
import { threeVersions } from './threeVersions.ts';

test.use({ client: 'telling' });

const ACCEPTED = 3;

/** Version 1 with two rows done in an accepted act; 21 % taxes. */
async function contract(actum: RunningActum, name = 'Changed yard') {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const project = (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Roof' } })).list.id;
  await call('POST /lists/:id/rows/', {
    params: { id: list },
    body: {
      rows: [
        { code: '1', name: 'Rafters', unit: 'm', quantity: '100', unit_labour: '10' },
        { code: '2', name: 'Clay tiles', unit: 'm2', quantity: '50', unit_labour: '20' },
        { code: '3', name: 'Old gutter', unit: 'm', quantity: '10', unit_labour: '5' },
      ],
    },
  });
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const act = (await call('POST /versions/:id/acts/', { params: { id: version }, body: {} })).id;
  await call('POST /acts/:id/complete/', { params: { id: act }, body: { list_id: null, percent: '50' } });
  const accept = () => call('PUT /acts/:id/', { params: { id: act }, body: { status_id: ACCEPTED } });
  return { call, project, version, act, accept };
}
type Contract = Awaited<ReturnType<typeof contract>>;

/** Version 2: rafters cost 12, clay tiles are called otherwise, the gutter is gone, a chimney is new. */
async function changed({ call, project, version }: Contract) {
  const copy = (await call('POST /projects/:id/versions/', { params: { id: project }, body: { from_version_id: version } })).id;
  const [list] = (await call('GET /versions/:id/summary/', { params: { id: copy } })).costs;
  const read = await call('GET /lists/:id/rows/', { params: { id: list?.id ?? 0 }, query: {} });
  const rows = 'rows' in read ? read.rows : [];
  const id = (name: string) => ({ id: rows.find((row) => row.name === name)?.id ?? 0 });
  await call('PUT /rows/:id/', { params: id('Rafters'), body: { unit_labour: '12' } });
  await call('PUT /rows/:id/', { params: id('Clay tiles'), body: { name: 'Tiles of red clay' } });
  await call('DELETE /rows/:id/', { params: id('Old gutter') });
  await call('POST /lists/:id/rows/', {
    params: { id: list?.id ?? 0 },
    body: { rows: [{ code: '4', name: 'Chimney', unit: 'pcs', quantity: '1', unit_labour: '700' }] },
  });
  return copy;
}

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const tab = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

for (const width of [1440, 360]) {
  test(`a copy is changed, completed work is carried into it with one pair made by hand, and the carrying is undone, at ${width} px`, async ({
    page,
    actum,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const known = await contract(actum, `Changed yard ${width}`);
    const { call, project, version, act, accept } = known;
    const copy = await changed(known);
    await openSignedIn(page, actum, `/project/${project}/${copy}`);

    await test.step('the copy says that there is work to carry, and what prevents it', async () => {
      await expect(main(page)).toContainText(/Version 1 has acts \(1.240\.25 € done\)/);
      await main(page).getByRole('link', { name: 'Carry over…' }).click();
      await expect(page).toHaveURL(new RegExp(`/project/${project}/carry/${copy}$`));
      await expect(main(page)).toContainText('Act 1 of version 1 is not accepted yet');
      await expect(main(page).getByRole('link', { name: 'Go to act 1' })).toHaveAttribute('href', `/act/${act}`);
      await expect(page.getByRole('button', { name: 'Carry over…' })).toHaveAttribute('aria-disabled', 'true');
      await accept();
      await expect(main(page)).not.toContainText('is not accepted yet');
    });

    await test.step('figures add up; work without a row is settled, and marked so', async () => {
      await expect(tab(page, 'Settled')).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('row', { name: /Clay tiles/ })).toContainText('500.00');
      await expect(page.getByRole('row', { name: /Old gutter/ })).toContainText('25.00');
      await expect(main(page)).toContainText('which stays in every payment and counts in no row’s range');
      await expectNothingForAxe(page);
    });

    await test.step('a settled row is paired with the keyboard, and the review is loaded again', async () => {
      await page.getByRole('button', { name: 'Pair 2 Clay tiles with a new row' }).press('Enter');
      const seek = page.getByRole('combobox', { name: 'Search new rows' });
      await expect(seek).toBeFocused();
      await expect(page.getByRole('option').first()).toContainText('Tiles of red clay');
      await expectNothingForAxe(page);
      await seek.press('Escape');
      await page.getByRole('button', { name: 'Pair 2 Clay tiles with a new row' }).press('Enter');
      await seek.fill('chim');
      await expect(page.getByRole('option')).toHaveCount(1);
      await seek.fill('');
      await expect(page.getByRole('option')).toHaveCount(2);
      await seek.press('Enter');
      await expect(tab(page, 'Settled')).toContainText('1');
      await expect(page.getByRole('row', { name: /Clay tiles/ })).toHaveCount(0);
    });

    await test.step('a reload loses no pair; the pair can be undone and made again', async () => {
      await page.reload();
      await page.getByText('Paired by hand: 1').click();
      await page.getByRole('button', { name: 'Unpair 2 Clay tiles' }).click();
      await expect(page.getByRole('row', { name: /Clay tiles/ })).toBeVisible();
      if (width > 720) {
        await page.getByRole('row', { name: /Clay tiles/ }).hover();
        await page.mouse.down();
        await page.mouse.move(600, 500, { steps: 5 });
        const onto = page.getByRole('option', { name: /Tiles of red clay/ });
        await onto.hover();
        await onto.hover();
        await page.mouse.up();
      } else {
        await page.getByRole('button', { name: 'Pair 2 Clay tiles with a new row' }).click();
        await page.getByRole('option', { name: /Tiles of red clay/ }).click();
      }
      await expect(page.getByText('Paired by hand: 1')).toBeVisible();
    });

    await test.step('the other kinds can be seen and searched', async () => {
      await tab(page, 'Value changes').click();
      await expect(page.getByRole('row', { name: /Rafters/ })).toContainText('+100.00');
      await tab(page, 'New').click();
      await expect(page.getByRole('row', { name: /Chimney/ })).toContainText('700.00');
      await page.getByRole('searchbox', { name: 'Search code or name' }).fill('nothing');
      await expect(page.getByRole('heading', { name: 'No row has this in its code or name' })).toBeVisible();
      await tab(page, 'Paired').click();
      await expect(page.getByRole('row', { name: /Tiles of red clay/ })).toContainText('By hand');
    });

    await test.step('the confirmation names the consequences, and figures that changed are shown again', async () => {
      const ask = page.getByRole('button', { name: 'Carry over…' });
      await ask.click();
      await expect(dialog(page)).toContainText('Version 1 gets no more acts');
      await expect(dialog(page)).toContainText('1 settled');
      await expectNothingForAxe(page);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await ask.click();
      const over = await intercept(page, '**/carry/', (route) => route.abort());
      await dialog(page).getByRole('button', { name: 'Carry over', exact: true }).click();
      await expect(dialog(page).getByRole('alert')).toContainText('The server cannot be reached');
      over();
      await dialog(page).getByRole('button', { name: 'Carry over', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/project/${project}/${copy}$`));
      await expect(page.getByText('The work done under version 1 continues in version 2')).toBeVisible();
      await expect(main(page)).toContainText('This version carries on the work of version 1');
      // The version is frozen by its carried work, although it has no act yet.
      await expect(page.getByText(/carries on the work of version 1, so it can no longer be edited/).first()).toBeAttached();
      await expect(page.getByText(/you have already created an act/)).toHaveCount(0);
      await page.getByRole('button', { name: 'New act' }).click();
      await expect(dialog(page)).toContainText('The act claims work of version 2');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('the first act says what was done before, and the whole contract adds up', async () => {
      const next = (await call('POST /versions/:id/acts/', { params: { id: copy }, body: {} })).id;
      await page.goto(`${actum.address}/act/${next}`);
      await expect(page.getByRole('heading', { name: 'Act 2' })).toBeVisible();
      await expect(main(page).getByText('(from version 1)').first()).toBeAttached();
      const whole = page.getByRole('region', { name: /^The whole contract/ });
      await expect(whole.getByRole('row', { name: /Settled under version 1/ })).toContainText('30.25');
      await expect(whole.getByRole('row', { name: /^Revaluation/ })).toContainText('+121.00');
      await expect(whole.getByRole('row', { name: /Work to date of the whole contract/ }).first()).toContainText('361.25');
      await expectNothingForAxe(page);
      await whole.getByRole('link', { name: 'Rows revalued and settled' }).click();
      await expect(page.getByRole('heading', { name: 'From version 1 into version 2' })).toBeVisible();
      await expect(page.getByText('Rafters').first()).toBeVisible();
      await expectNothingForAxe(page);
      await expect(page.getByRole('button', { name: 'Take back…' })).toHaveAttribute('aria-disabled', 'true');
      await page.goto(`${actum.address}/act/${act}`);
      await expect(main(page)).toContainText('Version 2 carries on this work');
      await call('DELETE /acts/:id/', { params: { id: next } });
    });

    await test.step('the carrying can be undone while nothing depends on it', async () => {
      await page.goto(`${actum.address}/project/${project}/carried/${copy}`);
      await page.getByRole('button', { name: 'Take back…' }).click();
      await dialog(page).getByRole('button', { name: 'Take back', exact: true }).click();
      await expect(main(page)).toContainText('Version 1 has acts');
      const { versions } = await call('GET /projects/:id/tree', { params: { id: project } });
      expect(versions.map(({ id, carried_from, carried_on_by }) => ({ id, carried_from, carried_on_by }))).toEqual([
        { id: version, carried_from: null, carried_on_by: null },
        { id: copy, carried_from: null, carried_on_by: null },
      ]);
    });
  });
}

test('an act beside another contract asks how the two relate: it becomes a separate contract', async ({ page, actum }) => {
  const known = await contract(actum, 'Two contracts');
  await known.accept();
  const copy = await changed(known);
  await openSignedIn(page, actum, `/project/${known.project}/${copy}`);
  await page.getByRole('button', { name: 'New act' }).click();
  await dialog(page).getByRole('button', { name: 'Create act' }).click();
  await expect(dialog(page)).toContainText('Act 1 of version 1');
  await expect(dialog(page).getByRole('link', { name: 'Carry over what was done' })).toHaveAttribute(
    'href',
    `/project/${known.project}/carry/${copy}`,
  );
  await expectNothingForAxe(page);
  await dialog(page).getByRole('button', { name: 'Start a separate contract' }).click();
  await expect(page.getByRole('heading', { name: /^Act / })).toBeVisible();
  await expect(page.getByText('Claimed in other contracts')).toBeVisible();
  await page.goto(`${actum.address}/projects`);
  await expect(page.getByRole('row', { name: /Two contracts/ })).toContainText('Separate contract, version 1');
});

test('a failed load can be tried again; edits of other people and changed figures are followed', async ({ page, actum, taken }) => {
  const known = await contract(actum, 'Away yard');
  await known.accept();
  const copy = await changed(known);
  await openSignedIn(page, actum, `/project/${known.project}`);
  let answered = () => {};
  const unanswered = async () => {
    answered = await intercept(page, '**/carry/preview/', (route) => route.abort());
  };
  const pick = page.getByRole('button', { name: 'Pair 2 Clay tiles with a new row' });

  await test.step('the review, and the pairs of an earlier visit', async () => {
    await unanswered();
    await page.goto(`${actum.address}/project/${known.project}/carry/${copy}`);
    await expect(page.getByRole('heading', { name: 'The preview could not be loaded' })).toBeVisible();
    answered();
    await page.getByRole('button', { name: 'Try again' }).click();
    await pick.click();
    await page.getByRole('button', { name: 'Pair 3 Old gutter with a new row' }).click();
    await expect(page.getByText('Pair “3 Old gutter” with')).toBeVisible();
    await unanswered();
    await page.getByRole('combobox').fill('chim');
    await expect(page.getByRole('complementary').getByRole('alert')).toContainText('The server cannot be reached');
    answered();
    await page.getByRole('combobox').fill('');
    await expect(page.getByRole('option')).toHaveCount(2);
    await unanswered();
    await page.getByRole('option', { name: /Chimney/ }).click();
    await page.getByRole('button', { name: 'Forget the pairs made by hand' }).click();
    await expect(page.getByRole('button', { name: 'Forget the pairs made by hand' })).toHaveCount(0);
    answered();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pick).toBeVisible();
  });

  await test.step('figures that changed behind the confirmation are shown and must be confirmed again', async () => {
    await page.getByRole('button', { name: 'Carry over…' }).click();
    const [list] = (await known.call('GET /versions/:id/summary/', { params: { id: copy } })).costs;
    const read = await known.call('GET /lists/:id/rows/', { params: { id: list?.id ?? 0 }, query: {} });
    const rafters = 'rows' in read ? read.rows.find(({ name }) => name === 'Rafters') : undefined;
    await known.call('PUT /rows/:id/', { params: { id: rafters?.id ?? 0 }, body: { unit_labour: '13' } });
    await expect.poll(() => [...taken].some((key) => key.startsWith('#carrying.confirming -- project.changed'))).toBe(true);
    await dialog(page).getByRole('button', { name: 'Carry over', exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('The figures have changed since they were shown');
    await expect(dialog(page).getByRole('alert')).toContainText(/Revaluation: .121\.00, now .181\.50/);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(main(page).getByText('+181.50')).toBeVisible();
    await page.getByRole('button', { name: 'Carry over…' }).click();
    await known.call('PUT /rows/:id/', { params: { id: rafters?.id ?? 0 }, body: { unit_labour: '14' } });
    await unanswered();
    await dialog(page).getByRole('button', { name: 'Carry over', exact: true }).click();
    await expect(dialog(page).getByText('The server cannot be reached')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    answered();
  });
});

test('an import carries work in the same step, shows more than one page, and lets a client see where work comes from', async ({
  page,
  actum,
  browser,
}) => {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const project = (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Imported yard' } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Roof' } })).list.id;
  const rows = Array.from({ length: 121 }, (_, at) => ({ name: `Row ${at + 1}`, unit: 'm', quantity: '2', unit_labour: '10' }));
  await call('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  const act = (await call('POST /versions/:id/acts/', { params: { id: version }, body: {} })).id;
  await call('POST /acts/:id/complete/', { params: { id: act }, body: { list_id: null, percent: '50' } });
  await call('PUT /acts/:id/', { params: { id: act }, body: { status_id: ACCEPTED } });
  const text = 'Name\tUnit\tQuantity\tRate\nRow of slate\tm\t2\t12\nOther\tm\t1\t5\n';
  await call('POST /import/:id/paste/', { params: { id: project }, body: { text } });
  await openSignedIn(page, actum, `/import/${project}`);
  const toReview = async (isFirst = false) => {
    await page.getByRole('button', { name: 'Check numbers' }).click();
    // The person is asked once about a file without totals.
    if (isFirst) await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByRole('button', { name: 'Confirm, then carry over…' }).click();
    await expect(main(page)).toContainText('Work was done under an earlier version');
  };

  await test.step('the review comes before the version is made, and can be left', async () => {
    await toReview(true);
    await expect(tab(page, 'Settled')).toContainText('121');
    await expectNothingForAxe(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Check numbers' })).toBeVisible();
    await toReview();
  });

  await test.step('more rows are loaded, and a load that failed is repeated', async () => {
    // The first rows are read once more when the project is followed, whenever that is: they stand over what was said of the others.
    let isOut = true;
    await page.route('**/carry/preview/', (route) =>
      isOut && route.request().postDataJSON().offset > 0 ? route.abort() : route.continue(),
    );
    const more = page.getByRole('button', { name: 'Show more' });
    await expect(async () => {
      await more.click({ timeout: 2_000 });
      await expect(main(page).getByRole('alert')).toContainText('The server cannot be reached', { timeout: 2_000 });
    }).toPass();
    isOut = false;
    await expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 2_000 });
      await expect(page.getByRole('row', { name: /Row 121/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  await test.step('the version is made and carries on the work', async () => {
    await page.getByRole('button', { name: 'Create the version and carry over' }).click();
    await dialog(page).getByRole('button', { name: 'Create the version and carry over' }).click();
    await expect(page).toHaveURL(new RegExp(`/project/${project}/\\d+$`));
    await expect(main(page)).toContainText('This version carries on the work of version 1.');
  });

  await test.step('the client sees it by link, without any person’s name', async () => {
    const [, made] = (await call('GET /projects/:id/tree', { params: { id: project } })).versions;
    const next = await call('POST /versions/:id/acts/', { params: { id: made?.id ?? 0 }, body: {} });
    const { hash } = await call('POST /acts/:id/share/', { params: { id: next.id }, body: {} });
    const stranger = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const phone = await stranger.newPage();
    await phone.goto(`${actum.address}/public/${hash}`);
    await expect(phone.getByText('Settled under version 1')).toBeVisible();
    await expect(phone.getByText('Work to date of the whole contract').first()).toBeVisible();
    await expectNothingForAxe(phone);
    await stranger.close();
  });
});

test('on a tablet the carried figures stay in their columns, and a long project name leaves the actions in sight', async ({
  page,
  actum,
}) => {
  const call = await asDemo(actum);
  const { project, versions } = await threeVersions(
    call,
    'A project whose name is so long that it takes more than one line of the table of projects',
  );
  await signIn(page, actum);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${actum.address}/project/${project}/carried/${versions.at(-1)}`);
  const figures = page.locator('dl dd');
  await expect(figures.first()).toBeVisible();
  expect(await figures.evaluateAll((all) => all.filter((of) => of.scrollWidth > of.clientWidth).map((of) => of.textContent))).toEqual([]);
  await test.step('its paper has a head, and the rows of both kinds under their names, whichever is on screen', async () => {
    const tables = page.getByRole('grid');
    await expect(tables).toHaveCount(1);
    await expect(page.locator('[data-paper=head]')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[data-paper=head]')).toContainText('What was carried');
    await expect(tables).toHaveCount(2);
    for (const name of ['Value changes', 'Settled']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('grid', { name }).getByRole('rowheader').first()).toBeVisible();
    }
    await page.emulateMedia({ media: null });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${actum.address}/projects`);
  await expect(page.getByRole('button', { name: /^Actions for A project whose name is so long/ })).toBeInViewport({ ratio: 1 });
});
