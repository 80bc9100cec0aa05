import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { utils, write } from 'xlsx';
import { asDemo } from './calls.ts';
import { expect, openSignedIn, type RunningActum, test } from './server.ts';

test.use({ client: 'telling' });

type Cell = string | number;
const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
const ROWS: readonly (readonly Cell[])[] = [
  ['1', 'Trench', 'm3', 12, 8.5, 102],
  ['2', 'Pipe', 'm', 30, 11, 330],
  ['3', 'Backfill', 'm3', 10, 4, 40],
  ['4', 'Kerb', 'm', 5, 20, 100],
];
/** Every price and amount by component, as wide as a table becomes. */
const SPLIT_HEADER = [
  'Code',
  'Description',
  'Unit',
  'Quantity',
  'Labour rate',
  'Material rate',
  'Equipment rate',
  'Labour amount',
  'Material amount',
  'Equipment amount',
  'Total amount',
];
const SPLIT_ROWS: readonly (readonly Cell[])[] = ROWS.map(([code = '', name = '', unit = '', quantity = 0]) => {
  const count = Number(quantity);
  return [code, name, unit, count, 2, 3, 1, count * 2, count * 3, count, count * 6];
});
const FOOT: readonly (readonly Cell[])[] = [
  ['', 'Total', '', '', '', 572],
  ['', 'Overheads 10 %', '', '', '', 57.2],
  ['', 'VAT 20 %', '', '', '', 125.84],
];

/** A workbook of sheets by name; those whose name begins with a dot are hidden. */
function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  book.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ Hidden: name.startsWith('.') ? 1 : 0 })) };
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
const file = (buffer: Buffer, name = 'yard.xlsx') => ({ name, mimeType: 'application/octet-stream', buffer });

async function newProject(actum: RunningActum, name: string): Promise<number> {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  return (await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } })).id;
}
async function expectNothingForAxe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)).toEqual([]);
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const chooseFile = (page: Page, buffer: Buffer) => page.locator('input[type=file]').setInputFiles(file(buffer));
const filter = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('errors are found and corrected in their cells; columns, lists and percent lines can be changed; a later file is compared', async ({
  page,
  actum,
}) => {
  const id = await newProject(actum, 'Import with errors');
  await openSignedIn(page, actum, `/project/${id}`);
  const wrong = ROWS.map((row) => (row[1] === 'Pipe' ? row.with(3, '3O') : row[1] === 'Kerb' ? row.with(4, 'ask') : row));
  await chooseFile(page, workbook({ Yard: [HEADER, ...wrong, ...FOOT], '.Old': [HEADER, ['9', 'Old gate', 'pcs', 1, 5, 5]] }));
  await expect(page).toHaveURL(/\/import\/\d+$/);

  await test.step('the errors are counted and named with their place and text', async () => {
    await expect(page.getByRole('button', { name: 'Finish import' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('status').filter({ hasText: '2 rows have errors' })).toBeVisible();
    await expect(page.getByText('“3O”: This is not a number. Sheet Yard, cell D3')).toBeVisible();
    await expectNothingForAxe(page);
  });

  await test.step('F8 goes from error to error, and typing corrects the cell', async () => {
    await page.keyboard.press('F8');
    await expect(rowOf(page, 'Pipe').getByRole('gridcell', { name: '3O', exact: true })).toBeFocused();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '1 row has an error' })).toBeVisible();
    await page.getByRole('button', { name: 'Next error' }).click();
    await expect(rowOf(page, 'Kerb').getByRole('gridcell', { name: 'ask', exact: true })).toBeFocused();
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Finish import' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a column is given another meaning and its own again, and corrections stay', async () => {
    const rate = page.getByRole('button', { name: /^E .*“Rate” in the file/ });
    await rate.click();
    await page.getByRole('menuitem', { name: 'Labour per unit' }).click();
    await expect(page.getByRole('button', { name: /^E Labour per unit as your team chose “Rate” in the file/ })).toBeVisible();
    await expect(page.getByText('Some columns are read as your team chose')).toBeVisible();
    await expect(rowOf(page, 'Pipe')).toContainText('330.00');
    await expectNothingForAxe(page);
  });

  await test.step('the hidden sheet is offered but not ticked; a percent line is unticked', async () => {
    await expect(
      page.getByRole('checkbox', { name: 'Import Old' }).or(page.getByRole('checkbox', { name: /Import .*Old/ })),
    ).not.toBeChecked();
    await page.getByRole('checkbox', { name: /Overheads/ }).click();
    await expect(page.getByRole('checkbox', { name: /Overheads/ })).not.toBeChecked();
  });

  await test.step('the total of the file is shown beside ours', async () => {
    await expect(page.getByText('Total stated in the file').locator('..')).toContainText('572.00');
    await expect(page.getByText('Rows add up to').locator('..')).toContainText('572.00');
  });

  await page.getByRole('button', { name: 'Finish import' }).click();
  await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
  await expect(page.getByRole('row', { name: /^Total with taxes/ })).toContainText('686.40');

  await test.step('a later file with two changed cells, one new and one removed row shows exactly those', async () => {
    await page.goto(`${actum.address}/import/${id}`);
    const later = [
      ROWS[0] ?? [],
      (ROWS[1] ?? []).with(3, 31).with(5, 341),
      (ROWS[2] ?? []).with(4, 5).with(5, 50),
      ['5', 'Fence', 'm', 2, 10, 20],
    ];
    await chooseFile(page, workbook({ Yard: [HEADER, ...later] }));
    await expect(filter(page, /^Updated\s*3$/)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[data-index] s')).toHaveText(['30', '4.00']);
    await filter(page, /^Not in the file\s*1$/).click();
    await expect(rowOf(page, 'Kerb')).toContainText('100.00');
    await page.getByRole('button', { name: 'Check numbers' }).click();
    const numbers = page.getByRole('dialog');
    const cause = (name: string) => numbers.getByText(name, { exact: true }).locator('..');
    await expect(cause('Prices changed')).toContainText('+10.00');
    await expect(cause('Quantities changed')).toContainText('+11.00');
    await expect(cause('New rows')).toContainText('+20.00');
    await expect(cause('Removed rows')).toContainText('−100.00');
    await expectNothingForAxe(page);
    await numbers.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Check numbers' }).click();
    await page.getByRole('button', { name: 'Confirm import' }).click();
    await expect(page).toHaveURL(/\/project\/\d+\/\d+$/);
    await expect(page.getByRole('row', { name: /^Subtotal/ })).toContainText('513.00');
  });
});

test('a refused correction is listed while another list of the file is open, and stays in its cell otherwise', async ({ page, actum }) => {
  const id = await newProject(actum, 'Import of two lists');
  await openSignedIn(page, actum, `/project/${id}`);
  await chooseFile(page, workbook({ Yard: [HEADER, ...ROWS], Fences: [HEADER, ['9', 'Gate', 'pcs', 1, 5, 5]] }));
  await rowOf(page, 'Trench').getByText('Trench', { exact: true }).dblclick();
  await page.getByRole('textbox', { name: 'Name' }).fill('Trench '.repeat(300));
  await page.keyboard.press('Enter');
  const [note, listed] = [page.locator('[data-note]'), page.getByText('1 edit was not saved.')];
  await expect(note).toHaveCount(1);
  await expect(listed).toHaveCount(0);
  await page.getByRole('button', { name: /^Fences/ }).click();
  await expect(rowOf(page, 'Gate')).toBeVisible();
  await expect(listed).toBeVisible();
  await page.getByRole('button', { name: /^Yard/ }).click();
  await expect(note).toHaveCount(1);
  await expect(listed).toHaveCount(0);
});

test('a file is dropped, rows are pasted, a wrong file is refused where it was dropped, and an import is cancelled', async ({
  page,
  actum,
}) => {
  const id = await newProject(actum, 'Brought in other ways');
  await openSignedIn(page, actum, `/project/${id}`);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();

  await test.step('a page that is not a spreadsheet is refused with a reason', async () => {
    await page.locator('input[type=file]').setInputFiles(file(Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'page.xlsx'));
    await expect(page.getByRole('alert')).toContainText(/web page/i);
    await expect(page).toHaveURL(/\/project\/\d+$/);
  });

  await test.step('a table whose header names no works is refused after it was read', async () => {
    await page.locator('input[type=file]').setInputFiles(file(Buffer.from('Colour;Weight\nRed;3\n'), 'colours.csv'));
    await expect(page.getByRole('heading', { name: 'This file could not be read' })).toBeVisible();
    await expectNothingForAxe(page);
  });

  await test.step('the next file is read wherever on the screen it is dropped; all rows with errors are deleted together', async () => {
    const heading = ['', 'Ground works', '', '', '', ''];
    const bytes = [...workbook({ Yard: [HEADER, heading, ...ROWS, ['6', 'Gate', 'pcs', 'two', 10, 20], ['', 'Total', '', '', '', 592]] })];
    const dropped = await page.evaluateHandle((all) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(all)], 'dropped.xlsx'));
      return data;
    }, bytes);
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await expect(page.getByRole('heading', { name: 'Import dropped.xlsx' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete all rows with errors (1)' }).click();
    await expect(page.getByRole('dialog')).toContainText('Delete 1 row with an error?');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Finish import' })).not.toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('gridcell', { name: 'Ground works' }).click();
    await page.keyboard.type('Earth works');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell', { name: 'Earth works' })).toBeVisible();
    await rowOf(page, 'Kerb').getByRole('gridcell', { name: '5', exact: true }).click();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Rows were corrected or deleted here')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
    await expect(page).toHaveURL(/\/project\/\d+$/);
  });

  await test.step('rows pasted from a spreadsheet are imported', async () => {
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      [HEADER, ...ROWS].map((row) => row.join('\t')).join('\n'),
    );
    await expect(page).toHaveURL(/\/import\/\d+$/);
    await page.getByRole('button', { name: 'Finish import' }).click();
    await expect(page.getByRole('row', { name: /^Subtotal/ })).toContainText('572.00');
  });
});

test('an uncertain file is compared with its total, corrected with one press for each doubt, and finished once its doubts were seen', async ({
  page,
  actum,
}) => {
  const id = await newProject(actum, 'Import in doubt');
  await openSignedIn(page, actum, `/project/${id}`);
  const sheets = {
    Summary: [
      ['Code', 'Description', 'Unit', 'Quantity', 'Amount'],
      ['1', 'Yard', 'set', 1, 572],
      ['2', 'Garden', 'set', 1, 450],
    ],
    Yard: [HEADER, ...ROWS, ['', 'Total', '', '', '', 572]],
    Garden: [HEADER, ['1', 'Fence', 'm', 5, 20, 100], ['2', 'Gate', 'pcs', 1, 350, 350]],
    Offer: [HEADER, ...ROWS],
    Extras: [HEADER, ['1', 'Lamp', 'pcs', 2, 60, 120]],
    Notes: [['Call the client']],
  };
  await chooseFile(page, workbook(sheets));
  await expect(page).toHaveURL(/\/import\/\d+$/);
  const certainty = page.locator('summary', { hasText: 'Ticked lists' });

  await test.step('lists that are not part of the estimate are not ticked, and say why; sums are shown beside the names', async () => {
    const sidebar = page.getByRole('navigation', { name: 'Lists found' });
    await expect(sidebar.getByRole('checkbox', { name: 'Import Summary' })).not.toBeChecked();
    await expect(sidebar.getByRole('button', { name: /^Offer/ })).toContainText('Its rows are also in “Yard”, with the same amounts');
    await expect(sidebar.getByRole('button', { name: /^Garden/ })).toContainText('450.00');
  });

  await test.step('the difference from the total of the file is shown with a button that removes it', async () => {
    await expect(certainty).toContainText(/Unsure, 1 doubt.*Ticked lists 1.142\.00.*The file states 1.022\.00.*Difference \+120\.00/);
    const extras = page.getByRole('listitem').filter({ hasText: '“Extras” is ticked' });
    await expect(extras).toContainText('leaves a difference of 0.00');
    await expect(page.getByText('Sheets without a list (1)')).toBeVisible();
    await expectNothingForAxe(page);
  });

  await test.step('the doubts are shown once before finishing', async () => {
    await page.getByRole('button', { name: 'Finish import' }).click();
    const doubts = page.getByRole('dialog', { name: 'Before you finish' });
    await expect(doubts).toContainText('The file states');
    await expectNothingForAxe(page);
    await doubts.getByRole('button', { name: 'Back to the review' }).click();
    await expect(doubts).toHaveCount(0);
  });

  await test.step('the button removes the difference, and the file is certain', async () => {
    await page.getByRole('listitem').filter({ hasText: '“Extras” is ticked' }).getByRole('button', { name: 'Untick the list' }).click();
    await expect(certainty).toContainText(/^Sure.*Difference 0\.00/);
    await page.getByRole('button', { name: 'Finish import' }).click();
    await expect(page).toHaveURL(new RegExp(`/project/${id}/\\d+$`));
    await expect(page.getByRole('row', { name: /^Total with taxes/ })).toContainText('022.00');
  });

  await test.step('the next file is compared at 1440 px: total, amount and deletion need no scrolling, and totals that differ are amber', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${actum.address}/import/${id}`);
    await expect(page.getByRole('heading', { name: 'New version from a file' })).toBeVisible();
    await chooseFile(page, workbook({ Yard: [SPLIT_HEADER, ...SPLIT_ROWS] }));
    await expect(page.getByRole('button', { name: 'Check numbers' })).toBeVisible();
    await page.getByRole('button', { name: /^All/ }).click();
    for (const cell of [
      page.getByRole('columnheader', { name: 'Total' }),
      page.getByRole('columnheader', { name: /^Amount/ }),
      page.getByRole('button', { name: 'Delete row 2' }),
    ]) {
      const box = await cell.first().boundingBox();
      expect((box?.x ?? 9_999) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
    }
    await page.getByRole('button', { name: 'Check numbers' }).click();
    const numbers = page.getByRole('dialog', { name: 'Check Numbers' });
    const amber = (row: RegExp) =>
      numbers
        .getByRole('row', { name: row })
        .getByRole('cell')
        .nth(4)
        .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    await expect(numbers.getByRole('row', { name: /^Subtotal/ })).toBeVisible();
    expect(await amber(/^Subtotal/)).toBe(await amber(/^Yard/));
    expect(await amber(/^Total with taxes/)).toBe(await amber(/^Yard/));
  });
});
