import { readFile } from 'node:fs/promises';
import { actRowId } from '../../domain/act.ts';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo, type CallAs } from './calls.ts';
import { intercept } from './intercept.ts';
import { newList } from './people.ts';
import { expect, openSignedIn, test } from './server.ts';

test.use({ client: 'telling' });

const ACCEPTED = 3;
const CHECKS = '**/invoice/check/**';

/** A certificate of an accepted act: half of the sand, under this tax. */
async function certificate(owner: CallAs, name: string, tax: string) {
  const { project, version, ids } = await newList(owner, name);
  const { record } = await owner('POST /versions/:id/taxes/', { params: { id: version }, body: { name: 'VAT' } });
  await owner('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: tax } });
  const { id, place } = await owner('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  await owner('PUT /act_rows/:id/', { params: { id: actRowId(ids[0] ?? 0, place) }, body: { quantity: '0.5' } });
  await owner('PUT /acts/:id/', { params: { id }, body: { status_id: ACCEPTED } });
  const { due } = await owner('GET /acts/:id/certificate/', { params: { id } });
  const { id: issued } = await owner('POST /acts/:id/certificate/', { params: { id }, body: { due } });
  return { project, path: `/certificate/${issued}` };
}

test('from an issued certificate to its e-invoice: missing details are entered in place, and after that it takes three presses', async ({
  page,
  actum,
}) => {
  const owner = await asDemo(actum);
  const taxed = await certificate(owner, 'Cedar Court', '21');
  await openSignedIn(page, actum, taxed.path);
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const open = () => page.getByRole('button', { name: 'E-invoice', exact: true }).click();

  await test.step('a failed load is reported and can be repeated', async () => {
    const over = await intercept(page, CHECKS, (route) => route.abort());
    await open();
    await expect(dialog.getByText('The e-invoice could not be prepared')).toBeVisible();
    over();
    await press('Try again');
  });

  await test.step('all missing details are named, and entered where they are named', async () => {
    await expect(dialog.getByRole('region', { name: 'What is missing' }).getByText(/^(BR|PEPPOL)-/)).toHaveCount(7);
    await expectNothingForAxe(page);
    await press('Enter the company’s data');
    await press('Back');
    await press('Enter the company’s data');
    for (const [field, value] of [
      ['VAT number', 'LV49999999000'],
      ['City', 'Riga'],
      ['Post code', 'LV-1010'],
      ['Country code', 'lv'],
      ['Electronic address', 'invoices@builders.example'],
      ['Days for payment', '30'],
    ] as const)
      await dialog.getByLabel(field, { exact: true }).fill(value);
    await expectNothingForAxe(page);
    // The next thing is entered while the invoice is still checked again.
    const checked = Promise.withResolvers<void>();
    await page.route(CHECKS, async (route) => {
      await checked.promise;
      await route.continue().catch(() => {});
    });
    await press('Save');
    await press('Enter the client’s data');
    checked.resolve();
    for (const [field, value] of [
      ['Client’s name', 'Harbour Homes'],
      ['City', 'Berlin'],
      ['Post code', '10115'],
      ['Country code', 'DE'],
      ['Electronic address', 'ap@harbour.example'],
    ] as const)
      await dialog.getByLabel(field, { exact: true }).fill(value);
    await press('Save');
    await expect(dialog.getByRole('region', { name: 'What is missing' })).toHaveCount(0);
  });

  await test.step('a file that cannot be made says why; then it is downloaded in the chosen form', async () => {
    const over = await intercept(page, '**/invoice/?**', (route) => route.abort());
    await press('Download');
    await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
    over();
    await dialog.getByText('CII', { exact: true }).click();
    const saving = page.waitForEvent('download');
    await press('Download');
    const file = await saving;
    expect(file.suggestedFilename()).toBe('1-cii.xml');
    expect(await readFile(await file.path(), 'utf8')).toContain('<ram:DuePayableAmount>6.05</ram:DuePayableAmount>');
    await expect(dialog.getByText('1-cii.xml was checked and downloaded')).toBeVisible();
    await press('Close');
  });

  await test.step('once parties are known: open the certificate, E-invoice, Download', async () => {
    const untaxed = await certificate(owner, 'Elder Court', '0');
    await owner('PUT /projects/:id/invoicing/', {
      params: { id: untaxed.project },
      body: { name: 'Elder', vat_id: 'DE123456788', city: 'Bonn', post_code: '53111', country: 'DE', endpoint: 'ap@elder.example' },
    });
    await page.goto(actum.address + untaxed.path);
    await open();
    // The first check is over; those that follow are held.
    await expect(dialog.getByText('Exempt', { exact: true })).toBeVisible();
    const held = Promise.withResolvers<void>();
    await page.route(CHECKS, async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    await dialog.getByText('Reverse charge', { exact: true }).click();
    await dialog.getByText('Exempt', { exact: true }).click();
    await dialog.getByText('CII', { exact: true }).click();
    await dialog.getByLabel('Reason on the invoice').fill('Art. 1');
    held.resolve();
    await expect(dialog.getByRole('button', { name: 'Download', exact: true })).toBeEnabled();
    await expect(dialog.getByLabel('Reason on the invoice')).toHaveValue('Art. 1');
    await dialog.getByLabel('Reason on the invoice').fill('');
    await press('Download');
    await expect(dialog.getByText('Say why no tax is charged, for example which section of the law applies')).toBeVisible();
    await dialog.getByLabel('Reason on the invoice').fill('Art. 135');
    const saving = page.waitForEvent('download');
    await press('Download');
    expect(await readFile(await (await saving).path(), 'utf8')).toContain('Art. 135');
  });
});
