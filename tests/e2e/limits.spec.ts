import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { intercept } from './intercept.ts';
import { begin, colleague, newList, openAs, quantityOf } from './people.ts';
import { expect, openSignedIn, test } from './server.ts';

test.use({ client: 'telling' });

const LIMITS = '**/limits/*';

test('an owner limits a colleague to acts without prices, and their open screen follows', async ({ page, actum, browser }) => {
  const owner = await asDemo(actum);
  const pat = await colleague(actum, owner, 'Pat Builder');
  const made = await newList(owner, 'Aspen Court');
  const { teams } = await owner('GET /profile/', {});
  // More projects than one page holds.
  for (let at = 0; at < 20; at += 1) await owner('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: `Yard ${at}` } });
  const site = await openAs(browser, actum, pat, made.path);
  await expect(site.getByRole('columnheader', { name: /Labour/ }).first()).toBeVisible();

  await openSignedIn(page, actum, '/projects');
  await page.getByRole('button', { name: /^Team: / }).click();
  await page.getByRole('menuitem', { name: 'Team settings' }).click();
  const limits = page.getByRole('dialog', { name: 'Limits of Pat Builder' });
  const open = () => page.getByRole('button', { name: 'Limits of Pat Builder' }).click();
  const choose = async (of: string, name: string) => {
    await limits.getByRole('button', { name: `Access to ${of}` }).click();
    await page.getByRole('menuitem', { name }).first().click();
  };

  await test.step('a failed load is reported and can be repeated', async () => {
    const over = await intercept(page, LIMITS, (route) => route.abort());
    await open();
    await expect(limits.getByText('The limits could not be loaded')).toBeVisible();
    over();
    await limits.getByRole('button', { name: 'Try again' }).click();
    await expect(limits.getByText('Limited in 0 projects')).toBeVisible();
    await limits.getByRole('button', { name: 'Show more projects' }).click();
    await expect(limits.getByRole('button', { name: 'Access to Yard 9: Everything' })).toBeVisible();
    await expectNothingForAxe(page);
  });

  await test.step('projects can be searched while others are still loading, and a limit is set in one of those already loaded', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(LIMITS, async (route) => {
      await held.promise;
      await route.continue();
    });
    const search = limits.getByRole('searchbox', { name: 'Find a project' });
    await search.fill('asp');
    await choose('Yard 9', 'Read only');
    await search.fill('aspen');
    held.resolve();
    await expect(limits.getByRole('button', { name: 'Access to Yard 0' })).toHaveCount(0);
    await expect(limits.getByRole('button', { name: 'Access to Aspen Court: Everything' })).toBeVisible();
    await expect(limits.getByText('Limited in 1 project', { exact: true })).toBeVisible();
  });

  await test.step('a limit that cannot be set says why, and the previous one stays', async () => {
    const over = await intercept(page, '**/limits/', (route) => route.abort());
    await choose('Aspen Court', 'Read only');
    await expect(limits.getByRole('alert')).toContainText('The server cannot be reached');
    await expect(limits.getByRole('button', { name: 'Access to Aspen Court: Everything' })).toBeVisible();
    over();
  });

  await test.step("the colleague's screen follows at once; their typed text is kept with the reason for its refusal", async () => {
    const held = Promise.withResolvers<void>();
    await site.route('**/rows/*/', async (route) => {
      if (route.request().method() === 'PUT') await held.promise;
      await route.continue();
    });
    await begin(site, 'Gravel', '7');
    await site.keyboard.press('Enter');
    await choose('Aspen Court', 'Acts only, no prices');
    await expect(limits.getByRole('button', { name: 'Access to Aspen Court: Acts only, no prices' })).toBeVisible();
    await expect(limits.getByText('Limited in 2 projects')).toBeVisible();
    held.resolve();
    await expect(site.getByText(/may only enter and submit acts.*Saved value/)).toBeVisible();
    await expect(site.getByRole('columnheader', { name: /Labour/ })).toHaveCount(0);
    await expect(quantityOf(site, 'Gravel')).toContainText('7');
    expect(await made.quantities()).toEqual(['1', '2', '3']);
    await quantityOf(site, 'Sand').dblclick();
    await expect(site.getByRole('textbox', { name: 'Quantity' })).toHaveCount(0);
    await expect(site.getByRole('button', { name: 'Add list' })).toHaveCount(0);
  });

  await test.step('they make an act, enter what is done, and submit it, without a price', async () => {
    await site.getByRole('button', { name: 'New act' }).click();
    await site.getByRole('button', { name: 'Create act' }).click();
    await site.getByRole('main').getByRole('link', { name: 'Left to do' }).click();
    const done = site
      .getByRole('row')
      .filter({ has: site.getByRole('gridcell', { name: 'Sand' }) })
      .getByRole('gridcell')
      .nth(4);
    await done.dblclick();
    const kept = site.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/act_rows/'));
    await site.getByRole('textbox', { name: 'Quantity' }).fill('1');
    await site.keyboard.press('Enter');
    await kept;
    await site.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(site.getByRole('button', { name: 'Accept' })).toBeVisible();
    await expect(site.getByRole('main').getByText('€')).toHaveCount(0);
    await expectNothingForAxe(site);
    await site.getByRole('link', { name: 'Summary' }).click();
    await expect(site.getByRole('link', { name: 'Walls' }).first()).toBeVisible();
    await expect(site.getByRole('main').getByText('€')).toHaveCount(0);
  });

  await test.step('screens that show only prices say that they are closed to this person, with nothing to print, export or try again', async () => {
    for (const path of [`/project/${made.project}/contract/${made.version}`, `/project/${made.project}/payments/${made.version}`]) {
      await site.goto(`${actum.address}${path}`);
      await expect(site.getByRole('heading', { name: 'You see no prices in this project, so this is not available to you' })).toBeVisible();
      await expect(site.getByRole('button', { name: /Try again|Print|Export/ })).toHaveCount(0);
    }
    await expectNothingForAxe(site);
  });

  await test.step('limits set in quick succession are all set, and the dialog closes once they are', async () => {
    await limits.getByRole('searchbox', { name: 'Find a project' }).fill('yard 1');
    await expect(limits.getByRole('button', { name: 'Access to Aspen Court' })).toHaveCount(0);
    const held = Promise.withResolvers<void>();
    await page.route('**/limits/', async (route) => {
      await held.promise;
      await route.continue();
    });
    await choose('Yard 10', 'Read only');
    await choose('Yard 11', 'Acts only, no prices');
    await choose('Yard 12', 'Read only');
    await limits.getByRole('button', { name: 'Close' }).last().click();
    await expect(limits).toBeVisible();
    held.resolve();
    await expect(limits).toHaveCount(0);
    await open();
    await expect(limits.getByText('Limited in 5 projects')).toBeVisible();
    await limits.getByRole('searchbox', { name: 'Find a project' }).fill('yard 11');
    await expect(limits.getByRole('button', { name: 'Access to Yard 11: Acts only, no prices' })).toBeVisible();
    await expect(limits.getByRole('button', { name: 'Access to Yard 0' })).toHaveCount(0);
    const read = Promise.withResolvers<void>();
    await page.route(LIMITS, async (route) => {
      await read.promise;
      await route.continue();
    });
    await limits.getByRole('searchbox', { name: 'Find a project' }).fill('yard');
    await choose('Yard 11', 'Read only');
    await limits.getByRole('button', { name: 'Close' }).last().click();
    await expect(limits).toBeVisible();
    read.resolve();
    await expect(limits).toHaveCount(0);
    await open();
    await limits.getByRole('searchbox', { name: 'Find a project' }).fill('yard 11');
    await expect(limits.getByRole('button', { name: 'Access to Yard 11: Read only' })).toBeVisible();
    // Fewer projects make the dialog lower, and move its button while it is pressed.
    await expect(limits.getByRole('button', { name: 'Access to Yard 0' })).toHaveCount(0);
    await limits.getByRole('button', { name: 'Close' }).last().click();
    await expect(limits).toHaveCount(0);
  });
  await site.context().close();
});
