import { expect, signIn, test } from './server.ts';

test('the whole application speaks another language at once and after a reload; numbers and days are written as it does', async ({
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
