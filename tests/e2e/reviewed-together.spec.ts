/** Two people review one import. What the second does goes straight to the server, as from another screen. */
import { utils, write } from 'xlsx';
import { importReviewMachine } from '../../src/machines/importReview/importReview.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';
import { callAs } from './calls.ts';
import { intercept } from './intercept.ts';
import { colleague } from './people.ts';
import { expect, openSignedIn, test } from './server.ts';

test.use({ client: 'telling' });

const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
/** Lists with other rows: two with the same would not both be ticked. */
const SHEETS = {
  Ground: [HEADER, ['1', 'Trench', 'm3', 12, 8.5, 102], ['2', 'Pipe', 'm', 30, 11, 330]],
  Roof: [HEADER, ['1', 'Rafters', 'm', 48, 14.5, 696], ['2', 'Tiles', 'm2', 90, 21, 1890]],
};

test('other people’s decisions in an import are loaded despite failures and newer changes, and the end of the import is reported', async ({
  page,
  actum,
  taken,
}) => {
  const owner = await callAs(actum, actum);
  const bob = await callAs(actum, await colleague(actum, owner, 'Bob Mason'));
  const { teams } = await owner('GET /profile/', {});
  const { id } = await owner('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Reviewed Yard' } });
  const book = utils.book_new();
  for (const [sheet, rows] of Object.entries(SHEETS)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), sheet);
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }));
  await owner('PATCH /projects/:id/', { params: { id }, body: {} }, new File([bytes], 'yard.xlsx'));
  await openSignedIn(page, actum, `/import/${id}`);
  const [ground, roof] = ['Import Ground', 'Import Roof'].map((name) => page.getByRole('checkbox', { name })) as [
    ReturnType<typeof page.getByRole>,
    ReturnType<typeof page.getByRole>,
  ];
  await expect(ground).toBeChecked();
  await expect(roof).toBeChecked();
  const lists = () => owner('GET /import/:id/lists/', { params: { id } });
  const [groundId = 0, roofId = 0] = (await lists()).new_lists.map((list) => list.id);
  const decide = (included: boolean, listId = groundId) =>
    bob('PUT /import/:id/lists/:listId/', { params: { id, listId }, body: { included } });
  const LISTS = `**/api/v1/import/${id}/lists/`;
  const failing = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/import/${id}/lists/`));

  await test.step('a change of somebody else is loaded, and one’s own change is not', async () => {
    await decide(false);
    await expect(ground).not.toBeChecked();
    // Each is awaited, because its answer would show a later change of somebody else too, which then is not read.
    for (const isOn of [false, true]) {
      const answered = page.waitForResponse((response) => response.url().endsWith(`/import/${id}/lists/${roofId}/`));
      await roof.click();
      await expect(roof).toBeChecked({ checked: isOn });
      await answered;
    }
  });

  await test.step('a load that was refused is not repeated until something else changes', async () => {
    const over = await intercept(page, LISTS, (route) => route.fulfill({ status: 403, json: { error: 'You cannot see this' } }));
    const refused = page.waitForResponse((response) => response.status() === 403);
    await decide(true);
    await (await refused).finished();
    over();
    await decide(false, roofId);
    await expect(roof).not.toBeChecked();
    await expect(ground).toBeChecked();
    await decide(true, roofId);
    await decide(false);
    await expect(roof).toBeChecked();
    await expect(ground).not.toBeChecked();
  });

  await test.step('one’s own change overtakes a load under way', async () => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route(LISTS, async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue().catch(() => undefined);
    });
    await decide(true);
    await asked.promise;
    await roof.click();
    await expect(roof).not.toBeChecked();
    await expect(ground).toBeChecked();
    released.resolve();
  });

  let over = () => {};
  await test.step('a load that failed is made up for by one’s next own change', async () => {
    over = await intercept(page, LISTS, (route) => route.abort());
    const failed = failing();
    await decide(false);
    await failed;
    await roof.click();
    await expect(roof).toBeChecked();
    await expect(ground).not.toBeChecked();
  });

  await test.step('a load that failed is repeated by itself, even when the first answer is an older one', async () => {
    const older = await lists();
    const failed = failing();
    await decide(true);
    await failed;
    const answered = Promise.withResolvers<void>();
    const current = await intercept(page, LISTS, async (route) => {
      current();
      await route.fulfill({ json: older });
      answered.resolve();
    });
    over();
    await answered.promise;
    await expect(ground).not.toBeChecked();
    await expect(ground).toBeChecked();
  });

  await bob('POST /import/:id/cancel/', { params: { id }, body: {} });
  await expect(ground).toHaveCount(0);

  const declared = declaredTransitions(importReviewMachine).map(transitionKey);
  expect(declared.filter((key) => !taken.has(key))).toEqual([]);
});
