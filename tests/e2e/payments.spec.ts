import type { Page } from '@playwright/test';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { intercept } from './intercept.ts';
import { expect, openSignedIn, type RunningActum, test } from './server.ts';

test.use({ client: 'telling' });

const ACCEPTED = 3;
/** A title without a place for a line break: the figures beside it must stay in sight. */
const LONG_TITLE = 'W'.repeat(200);
const TERMS = { base: 'net', retention: { rate: '10', limit: null }, advance: null, taxes: 'on work' } as const;

/** A contract of 1 210.00 with taxes, half of it done in an accepted act, and nothing in a second one. */
async function contract(actum: RunningActum) {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const project = (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Paid yard' } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: LONG_TITLE } })).list.id;
  await call('POST /lists/:id/rows/', { params: { id: list }, body: { rows: [{ name: 'Blocks', quantity: '10', unit_labour: '100' }] } });
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const act = (await call('POST /versions/:id/acts/', { params: { id: version }, body: {} })).id;
  await call('POST /acts/:id/complete/', { params: { id: act }, body: { list_id: null, percent: '50' } });
  await call('PUT /acts/:id/', { params: { id: act }, body: { status_id: ACCEPTED } });
  await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  let expected: number | null = null;
  const agree = async (rate: string) => {
    const body = { ...TERMS, retention: { rate, limit: null }, expected };
    expected = (await call('PUT /projects/:id/terms/', { params: { id: project }, body })).id;
  };
  return { call, project, version, act, agree };
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const more = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};

test('an accepted act is certified and paid, and its retention is released', async ({ page, actum }) => {
  const { project, act, agree } = await contract(actum);
  await openSignedIn(page, actum, `/act/${act}`);

  await test.step('the accepted act leads to its certificate, which follows terms that others set', async () => {
    await page.getByRole('link', { name: 'Certificate', exact: true }).click();
    await expect(page.getByText('Due now: 605.00 €')).toBeVisible();
    await agree('5');
    await expect(page.getByText('Due now: 580.00 €')).toBeVisible();
    await expect(page.getByRole('row', { name: /^5 Kept back/ })).toContainText('5 % of 500.00 = 25.00');
    await expectNothingForAxe(page);
  });

  const issue = page.getByRole('banner').getByRole('button', { name: 'Issue', exact: true });
  await test.step('a failed request is reported; figures that changed meanwhile are shown, and issued when confirmed again', async () => {
    await issue.click();
    await press(page, 'Cancel');
    await issue.click();
    const over = await intercept(page, '**/certificate/', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await press(page, 'Issue');
    await expect(dialog(page).getByRole('alert')).toContainText('The server cannot be reached');
    over();
    await agree('10');
    await press(page, 'Issue');
    await expect(dialog(page)).toContainText('580.00 € was due, now it is 555.00 €');
    await dialog(page).getByRole('textbox', { name: 'Number' }).fill('A-1');
    await expectNothingForAxe(page);
    await press(page, 'Issue');
    await expect(page.getByRole('heading', { name: 'Certificate A-1' })).toBeVisible();
    await expect(page.getByText(/^Issued /)).toBeVisible();
  });

  await test.step('it is marked paid', async () => {
    const mark = page.getByRole('button', { name: 'Mark paid' });
    await mark.click();
    await press(page, 'Cancel');
    await mark.click();
    const amount = dialog(page).getByRole('textbox', { name: /^Amount/ });
    await amount.fill('a lot');
    await press(page, 'Save');
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await amount.fill('555');
    await press(page, 'Save');
    await expect(page.getByText(/^Paid 555\.00 €/)).toBeVisible();
  });

  await test.step('its history says who issued it and when it was paid; Escape leads back', async () => {
    await more(page, 'History');
    const panel = page.getByRole('complementary', { name: 'History of Certificate A-1' });
    const lines = panel.getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText(/Payment noted.*Paid.*555\.00/s);
    await expect(lines.last()).toContainText(/Certificate issued.*Number.*A-1.*Due.*555\.00/s);
    await expect(lines.getByRole('button')).toHaveCount(0);
    await expectNothingForAxe(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('the page of payments lists the certificate, and the act that is not accepted yet', async () => {
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Payments' }).click();
    await expect(page).toHaveURL(new RegExp(`/project/${project}/payments/`));
    await expect(page.getByRole('row', { name: /^Certificate A-1 Act 1/ })).toContainText('555.00');
    await expect(page.getByRole('row', { name: /Act 2/ })).toContainText('Act 2 is not accepted yet');
    await expectNothingForAxe(page);
  });

  await test.step('at most the retained amount is released, with a certificate of its own', async () => {
    await more(page, 'Release retention…');
    await press(page, 'Cancel');
    await more(page, 'Release retention…');
    const amount = dialog(page).getByRole('textbox', { name: /^Amount to release/ });
    await amount.fill('51');
    await press(page, 'Continue');
    await expect(dialog(page)).toContainText('At most 50.00 is kept back');
    await amount.fill('20');
    await press(page, 'Continue');
    await expect(dialog(page)).toContainText('Due now: 20.00 €');
    await press(page, 'Issue');
    await expect(page.getByRole('row', { name: /^5 Kept back/ })).toContainText('50.00 − 20.00 released = 30.00');
  });

  await test.step('the latest certificate is withdrawn, once that is confirmed and possible', async () => {
    const confirm = page.getByRole('dialog', { name: /^Take back/ });
    await more(page, 'Take back');
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await more(page, 'Take back');
    const over = await intercept(page, '**/certificates/*/', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await press(page, 'Take back');
    await expect(confirm.getByRole('alert')).toContainText('The server cannot be reached');
    over();
    await press(page, 'Take back');
    await expect(page).toHaveURL(/\/payments\//);
    await expect(page.getByText('Release of retention')).toHaveCount(0);
  });
});

test('a certificate that somebody else takes back is not offered any more, under a dialog too', async ({ page, actum }) => {
  const { call, act } = await contract(actum);
  const params = { id: act };
  const { due } = await call('GET /acts/:id/certificate/', { params });
  const { id } = await call('POST /acts/:id/certificate/', { params, body: { due } });
  await openSignedIn(page, actum, `/certificate/${id}`);
  const offered = page.getByRole('button', { name: /^(Mark paid|Print|More actions)$/ });
  await expect(offered).toHaveCount(3);
  await page.getByRole('button', { name: 'Mark paid' }).click();
  await expect(dialog(page)).toBeVisible();
  await call('DELETE /certificates/:id/', { params: { id: id ?? 0 } });
  const gone = page.getByRole('heading', { name: 'Certificate not found', includeHidden: true });
  await expect(gone).toBeVisible();
  await press(page, 'Save');
  await expect(dialog(page).getByRole('alert')).toContainText('This has been deleted in the meantime');
  await page.keyboard.press('Escape');
  await expect(gone).toBeFocused();
  await expect(offered).toHaveCount(0);
});

test('terms are set beside an example, confirmed where they change figures, and decided again when others have changed them', async ({
  page,
  actum,
}) => {
  const { call, project, agree } = await contract(actum);
  // A version without acts has no payments; those of the latest one with acts are shown.
  await openSignedIn(page, actum, `/project/${project}/payments/999999`);
  await expect(page).toHaveURL(new RegExp(`/project/${project}/payments$`));
  const terms = page.getByRole('dialog', { name: 'Terms of payment' });
  const rate = terms.getByRole('textbox', { name: 'Kept back, %' });
  const save = terms.getByRole('button', { name: 'Save' });
  const moves = page.getByRole('dialog', { name: 'This changes certificates that are not issued' });

  await test.step('without terms all completed work is due; terms to start from are computed as they are typed', async () => {
    await expect(page.getByText('All work done is due, with taxes.')).toBeVisible();
    await page.getByRole('button', { name: 'Agree terms…' }).click();
    await terms.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Agree terms…' }).click();
    await terms.getByRole('button', { name: 'Start from what is usual' }).click();
    await page.getByRole('menuitem', { name: /^France/ }).click();
    const example = terms.getByRole('region', { name: /^Example: a contract of 1.210\.00 €/ });
    await expect(example.getByRole('row', { name: /^60 %/ })).toContainText('36.30');
    await rate.fill('ten');
    await expect(example).toContainText('once the fields contain numbers');
    await save.click();
    await expect(rate).toHaveAttribute('aria-invalid', 'true');
    await rate.fill('10');
    await expect(example.getByRole('row', { name: /^60 %/ })).toContainText('60.50');
    await expectNothingForAxe(page);
  });

  await test.step('a failed preview is reported; changes are shown first, and can be declined', async () => {
    const over = await intercept(page, '**/terms/preview/', (route) => route.abort());
    await save.click();
    await expect(terms.getByRole('alert')).toContainText('The server cannot be reached');
    over();
    await save.click();
    await expect(moves.getByRole('row', { name: /^Act 1/ })).toContainText(/605\.00.*544\.50/);
    await expectNothingForAxe(page);
    await moves.getByRole('button', { name: 'Back' }).click();
    await expect(rate).toHaveValue('10');
  });

  await test.step('terms that others set meanwhile are shown, and can be accepted', async () => {
    await save.click();
    await agree('3');
    await moves.getByRole('button', { name: 'Save' }).click();
    await expect(terms).toContainText(/Demo Estimator has changed the terms in the meantime: 3 % of the total without taxes is kept back/);
    await terms.getByRole('button', { name: 'Take theirs' }).click();
    await expect(rate).toHaveValue('3');
    const over = await intercept(page, '**/terms/', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
    await save.click();
    await expect(terms.getByRole('alert')).toContainText('The server cannot be reached');
    over();
    await rate.fill('0');
    await save.click();
    await moves.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('0 % of the total without taxes is kept back.').first()).toBeVisible();
    await page.getByText('1 earlier version').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Demo Estimator' })).toContainText('3 % of the total');
    expect((await call('GET /projects/:id/terms/', { params: { id: project } })).terms.retention).toEqual({ rate: '0', limit: null });
  });
});

test('a contract continues under a newer version: its payments name the version of each certificate, and a sheet shows the effect of the change', async ({
  page,
  actum,
}) => {
  const { call, project, version, act } = await contract(actum);
  const at = (id: number) => ({ params: { id } });
  const issue = async (id: number) => {
    const { due } = await call('GET /acts/:id/certificate/', at(id));
    return call('POST /acts/:id/certificate/', { ...at(id), body: { due } });
  };
  await issue(act);
  const [second] = (await call('GET /projects/:id/tree', at(project))).versions.flatMap(({ acts }) => acts.slice(1));
  await call('PUT /acts/:id/', { ...at(second?.id ?? 0), body: { status_id: ACCEPTED } });
  await issue(second?.id ?? 0);
  const copy = (await call('POST /projects/:id/versions/', { ...at(project), body: { from_version_id: version } })).id;
  const [list] = await call('GET /versions/:id/lists/', at(copy));
  const window = await call('GET /lists/:id/rows/', { ...at(list?.id ?? 0), query: { limit: 10 } });
  const [row] = 'rows' in window ? window.rows : [];
  // Of 5 done, 3 fit into the newer quantity at a higher price, and 2 are settled.
  await call('PUT /rows/:id/', { ...at(row?.id ?? 0), body: { quantity: '3' } });
  await call('PUT /rows/:id/', { ...at(row?.id ?? 0), body: { unit_labour: '120' } });
  await call('POST /lists/:id/rows/', { ...at(list?.id ?? 0), body: { rows: [{ name: 'Roof', quantity: '1', unit_labour: '300' }] } });
  const { settled, revaluation } = await call('POST /versions/:id/carry/preview/', { ...at(copy), body: {} });
  await call('POST /versions/:id/carry/', { ...at(copy), body: { settled: settled.gross.total, revaluation: revaluation.gross.total } });
  const third = (await call('POST /versions/:id/acts/', { ...at(copy), body: {} })).id;
  await call('POST /acts/:id/complete/', { ...at(third), body: { list_id: null, percent: '100' } });
  await call('PUT /acts/:id/', { ...at(third), body: { status_id: ACCEPTED } });

  await test.step('both versions lead to the payments of the contract', async () => {
    await openSignedIn(page, actum, `/project/${project}/payments/${version}`);
    await expect(page.getByRole('row', { name: /^Certificate 1 Act/ })).toContainText('Act 1 · Version 1');
    await expect(page.getByRole('row', { name: /^Certificate 3 Act/ })).toContainText('Act 3 · Version 2');
    await expect(page.getByText('of which 242.00 settled under earlier versions')).toBeVisible();
    await expectNothingForAxe(page);
  });

  await test.step('the certificate has the change of prices and the settled work as separate lines', async () => {
    await page.getByRole('table', { name: 'Certificates' }).getByRole('link', { name: 'Certificate 3' }).click();
    await expect(page.getByRole('row', { name: /^Settled from version 1 Work that later/ })).toContainText('200.00');
    await expect(page.getByRole('row', { name: /^Change from version 1 to version 2/ })).toContainText('−60.00');
    await expect(page.getByRole('row', { name: /Of which, from the change from version 1 to 2/ })).toContainText('72.60');
    await expect(page.getByText('Due now: 435.60 €')).toBeVisible();
    await expectNothingForAxe(page);
  });
});
