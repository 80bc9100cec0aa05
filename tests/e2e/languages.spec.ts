import { callAs } from './calls.ts';
import { colleague, newList, openAs } from './people.ts';
import { expect, signIn, test } from './server.ts';
import { threeVersions } from './threeVersions.ts';

/** The heading of a screen that failed. */
const BROKEN = /^(This screen has stopped working|Šis skats ir pārstājis darboties|Diese Ansicht funktioniert nicht mehr)$/;

test('the whole application changes its language at once and keeps it after a reload; numbers and days follow the language', async ({
  page,
  actum,
}) => {
  await signIn(page, actum);
  await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
  const total = page.getByRole('row', { name: /^(Total with taxes|Kopā ar nodokļiem|Summe mit Steuern)/ });
  await expect(total).toBeVisible();
  const figures = await total.getByRole('gridcell').allTextContents();
  expect(figures.filter((text) => /^[\d\u00a0]+\.\d\d$/.test(text))).toHaveLength(4);

  const spoken = [
    { language: 'Latviešu', account: /^Account: /, tag: 'lv', mark: ',', heading: 'Tāmes kopsavilkums' },
    { language: 'Deutsch', account: /^Konts: /, tag: 'de', mark: ',', heading: 'Zusammenfassung' },
    { language: 'English', account: /^Konto: /, tag: 'en', mark: '.', heading: 'Estimate summary' },
  ];
  for (const { language, account, tag, mark, heading } of spoken) {
    await page.getByRole('button', { name: account }).click();
    await page.getByRole('menuitem', { name: language }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(`${heading} · Actum`);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(total).toBeVisible();
    expect(await total.getByRole('gridcell').allTextContents()).toEqual(figures.map((text) => text.replace('.', mark)));
  }
});

test('choosing a language keeps the draft of a comment and the text of a search in a list, until the list is left', async ({
  actum,
  browser,
}) => {
  const owner = await callAs(actum, actum);
  const erika = await colleague(actum, owner, 'Erika Kalnins');
  const { path } = await newList(owner, 'Spoken yard');
  const page = await openAs(browser, actum, erika, path);
  // The search is loaded with the list's tools.
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await page.getByRole('gridcell', { name: 'Gravel' }).click();
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').fill('brick');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await page.getByRole('gridcell', { name: 'Gravel' }).click();
  await page.keyboard.press('Shift+F2');
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Is this the price');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Deutsch');
  await page.getByRole('option', { name: /Deutsch/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const thread = page.getByRole('complementary');
  await expect(thread.getByRole('textbox')).toHaveValue('Is this the price');
  await expect(thread.getByRole('heading', { name: /Gravel/ })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('brick');
  await expect(page.getByRole('search')).toContainText('1 von 1');

  await page.getByRole('link', { name: 'Zusammenfassung' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zusammenfassung');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Walls' }).first().click();
  await expect(page.getByRole('gridcell', { name: 'Gravel' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(thread).toHaveCount(0);
  await page.context().close();
});

test('every screen with figures opens in each language, with negative claims and extras too', async ({ actum, browser }) => {
  const owner = await callAs(actum, actum);
  const reader = await colleague(actum, owner, 'Greta Groß');
  const greta = await callAs(actum, reader);
  const { project, versions } = await threeVersions(owner, 'Spoken yard');
  const [first = 0, , last = 0] = versions;
  const { versions: known } = await owner('GET /projects/:id/tree', { params: { id: project } });
  const act = known.find(({ id }) => id === last)?.acts[0]?.id ?? 0;
  const [list] = await owner('GET /versions/:id/lists/', { params: { id: last } });
  const less = await newList(owner, 'Taken away');
  await owner('PUT /rows/:id/', { params: { id: less.ids[0] ?? 0 }, body: { quantity: '-5' } });
  const { id: negative } = await owner('POST /versions/:id/acts/', { params: { id: less.version }, body: {} });
  await owner('POST /acts/:id/complete/', { params: { id: negative }, body: { list_id: null, percent: '12.34' } });
  const { hash } = await owner('POST /acts/:id/share/', { params: { id: act }, body: {} });
  const addresses = [
    '/projects',
    `/project/${project}/${last}`,
    `/project/${project}/${last}/list/${list?.id ?? 0}`,
    `/project/${project}/${last}/compare/${first}?show=all`,
    `/project/${project}/carried/${last}`,
    `/project/${project}/payments`,
    `/project/${project}/extras`,
    `/project/${project}/contract`,
    `/act/${act}`,
    `/act/${act}/list/${list?.id ?? 0}`,
    `/act/${act}/certificate`,
    `/act/${negative}`,
    `/public/${hash}`,
  ];
  const screen = await openAs(browser, actum, reader, less.path);
  for (const language of ['de', 'lv', 'en'] as const) {
    await greta('PATCH /profile/', { body: { language } });
    for (const address of language === 'en' ? ['/projects', `/act/${negative}`] : addresses) {
      await screen.goto(actum.address + address);
      await expect(screen.getByRole('heading', { level: 1 }), address).toBeVisible();
      await expect(screen.locator('[aria-busy=true]'), address).toHaveCount(0);
      await expect(screen.getByText(BROKEN), `${language} ${address}`).toHaveCount(0);
    }
  }
});
