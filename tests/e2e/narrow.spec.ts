/** Screens with little room: large sums on each of them, and lists under a finger. */
import type { Browser, Page } from '@playwright/test';
import { asDemo } from './calls.ts';
import { newList } from './people.ts';
import { expect, openSignedIn, type RunningActum, signIn, test } from './server.ts';

async function onPhone(browser: Browser, actum: RunningActum, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })).newPage();
  await openSignedIn(page, actum, path);
  return page;
}

async function claimed(actum: RunningActum, name: string, row: Readonly<Record<string, string>>, furtherList?: string) {
  const call = await asDemo(actum);
  const made = await newList(call, name);
  if (furtherList !== undefined) await call('POST /versions/:id/lists/', { params: { id: made.version }, body: { title: furtherList } });
  for (const [field, value] of Object.entries(row))
    await call('PUT /rows/:id/', { params: { id: made.ids[0] ?? 0 }, body: { [field]: value } });
  const act = await call('POST /versions/:id/acts/', { params: { id: made.version }, body: {} });
  await call('POST /acts/:id/complete/', { params: { id: act.id }, body: { list_id: null, percent: '50' } });
  return { ...made, act: `/act/${act.id}` };
}

/** Sums from a hundred million on that are cut, or written over each other. */
const unreadable = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const sums: { readonly text: string; readonly left: number; readonly right: number; readonly middle: number }[] = [];
    const faults: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (
        !/\d{3}\s\d{3}\s\d{3}\.\d\d/.test(text) ||
        parent === null ||
        parent.closest('.sr-only, svg') !== null ||
        !parent.checkVisibility()
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right === left) continue;
      const around = parent.closest('[role=gridcell], [role=rowheader]') ?? parent;
      if (around.scrollWidth > around.clientWidth && around.clientWidth > 1) faults.push(`${text} is cut`);
      // Wider screens have tables that scroll sideways.
      const isAside = main.querySelector('[role=grid]')?.contains(parent) === true;
      const box = parent.closest('dl');
      if (box !== null && right > box.getBoundingClientRect().right) faults.push(`${text} is outside of its frame`);
      if (!isAside && innerWidth < 721 && right > innerWidth) faults.push(`${text} is outside`);
      const middle = (top + bottom) / 2;
      if (sums.some((sum) => Math.abs(sum.middle - middle) < 8 && left < sum.right + 4 && sum.left < right + 4))
        faults.push(`${text} touches another`);
      sums.push({ text, left, right, middle });
    }
    return sums.length === 0 ? ['no sum'] : faults;
  });

/** Texts that end at an edge that hides the rest of them, without the dots that say so. */
const cutWithoutDots = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || parent === null || parent.closest('.sr-only, svg, [popover]') || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX, textOverflow, display, webkitLineClamp } = getComputedStyle(around);
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX === 'visible') continue;
        const box = around.getBoundingClientRect();
        if (text.right <= box.right + 1 || box.width < 2) continue;
        const hasDots = (textOverflow === 'ellipsis' && !display.includes('flex')) || webkitLineClamp !== 'none';
        if (!hasDots) faults.push(`${node.textContent.slice(0, 20)} in ${around.className}`);
        break;
      }
    }
    return [...new Set(faults)];
  });

test('sums of twelve digits are shown whole, with space between them, at every width', async ({ page, actum }) => {
  const { project, version, act } = await claimed(actum, 'Tower yard', { quantity: '999999.5', unit_labour: '314388.02' });
  await signIn(page, actum);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [`/project/${project}/${version}`, act, `/project/${project}/contract`, `/project/${project}/payments`]) {
      await page.goto(actum.address + path);
      await expect.poll(() => unreadable(page), `${path} at ${width} px`).toEqual([]);
      const signs = await page
        .locator('[data-sign]')
        .evaluateAll((figures) => figures.map((figure) => figure.getBoundingClientRect().left));
      // A sign stands in the 20 px before its figure, or above it on a phone.
      expect(signs.filter((left) => left < (width === 360 ? 0 : 20))).toEqual([]);
    }
  }
  await page.goto(actum.address + act);
  const inSidebar = page.getByRole('navigation').getByRole('link', { name: /^Act 1/ });
  const room = await inSidebar.evaluate((link) => {
    const sidebar = link.closest('nav')?.getBoundingClientRect();
    return (sidebar?.right ?? 0) - link.getBoundingClientRect().right;
  });
  expect(room, 'the ring of the focus has room beside it').toBeGreaterThanOrEqual(4);
});

const SUBMITTED = 2;
const LONG = 'Straßenbahnhaltestellenüberdachungskonstruktionsausführungsplanungsunterlagenverzeichnis';

test('clients read and answer sums of twelve digits, and a certificate shows them whole', async ({ page, actum }) => {
  const call = await asDemo(actum);
  const { act } = await claimed(actum, 'Shared tower', { quantity: '999999.5', unit_labour: '314388.02' }, LONG);
  const params = { id: Number(act.split('/').at(-1)) };
  await call('PUT /acts/:id/', { params, body: { status_id: SUBMITTED } });
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const { hash } = await call('POST /acts/:id/answer_link/', { params, body: { expires_at } });
  const shared = await call('POST /acts/:id/share/', { params, body: {} });
  await signIn(page, actum);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [`/answer/${hash}`, `/public/${shared.hash}`, `${act}/certificate`, `${act}/answer`]) {
      await page.goto(actum.address + path);
      await expect.poll(() => unreadable(page), `${path} at ${width} px`).toEqual([]);
    }
    // The name of the list ends before its sums.
    const name = page.getByRole('main').getByRole('link', { name: LONG }).last();
    const beyond = await name.evaluate(
      (link) =>
        link.scrollWidth > link.clientWidth ||
        link.getBoundingClientRect().right >
          (link.parentElement?.clientWidth ?? 0) + (link.parentElement?.getBoundingClientRect().left ?? 0),
    );
    expect(beyond, `${width} px`).toBe(false);
  }
});

test('a long title stays beside the button before it, and a file under review leaves its rows in sight', async ({ browser, actum }) => {
  const call = await asDemo(actum);
  const { project, version } = await newList(call, 'Titled yard');
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: LONG } });
  const page = await onPhone(browser, actum, `/project/${project}/${version}/list/${list.id}`);
  const [button, title] = [page.getByRole('banner').getByRole('button').first(), page.getByRole('heading', { level: 1 })];
  await expect(title).toHaveText(LONG);
  const [left, right] = [await button.boundingBox(), await title.boundingBox()];
  expect((right?.y ?? 0) - (left?.y ?? 0)).toBeLessThan(left?.height ?? 0);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Reviewed yard' } });
  const lines = ['Code;Name;Unit;Quantity;Price;Amount', '1;Sand;m3;12;4;48', '2;Gravel;m3;x2;4;8', '3;Brick;pcs;3;4;12', ';Total;;;;999'];
  await call('PATCH /projects/:id/', { params: { id }, body: {} }, new File([lines.join('\n')], 'review.csv'));
  await expect.poll(async () => (await call('GET /import/:id/lists/', { params: { id } })).status).toBe('errors_found');
  await page.goto(`${actum.address}/import/${id}`);
  const grid = page.locator('main :has(> * > [role=grid])').last();
  await expect(page.getByRole('row', { name: /Sand/ })).toBeAttached();
  const height = async () => (await grid.boundingBox())?.height;
  await expect.poll(height).toBeGreaterThan(200);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(height, 'on its side too').toBeGreaterThan(200);
  await page.context().close();
});

test('on touch screens no line of a list overlaps another, and the head of an act names its project', async ({ browser, actum }) => {
  const { act, list } = await claimed(actum, 'Finger yard', {});
  const call = await asDemo(actum);
  const { versions } = await call('GET /projects/:id/tree', {
    params: { id: (await call('GET /projects', { query: {} })).find(({ name }) => name.startsWith('Pine Yard'))?.id ?? 0 },
  });
  const sections = versions[0]?.acts[0]?.id ?? 0;
  const { costs } = await call('GET /acts/:id/summary/', { params: { id: sections } });

  await test.step('the folding buttons and the filters above them are large enough for a finger', async () => {
    const page = await onPhone(browser, actum, `/act/${sections}/list/${costs[0]?.id}`);
    const buttons = page.getByRole('button', { name: /^(Fold|Unfold) all sections$|^All rows$|^Left to do$/ });
    await expect(buttons).toHaveCount(4);
    const short = await buttons.evaluateAll((all) =>
      all.flatMap((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const hits = [-21, 21].map((from) => document.elementFromPoint(x + width / 2, y + height / 2 + from)?.closest('button'));
        return hits.every((hit) => hit === button) ? [] : [button.textContent];
      }),
    );
    expect(short).toEqual([]);
    await page.context().close();
  });

  await test.step('the reason at a refused claim of the first row leaves the next row free', async () => {
    const page = await onPhone(browser, actum, act);
    const home = page.getByRole('banner').getByRole('link', { name: 'Finger yard' });
    await expect(home).toBeVisible();
    expect(await home.evaluate((of) => of.scrollWidth - of.clientWidth)).toBe(0);
    await page.goto(`${actum.address}${act}/list/${list}`);
    await page.locator('[data-index="0"] > [data-col="1"]').tap();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Quantity' }).fill('99999999');
    await page.keyboard.press('Enter');
    const note = page.locator('[data-note] > *');
    await expect(note).toBeInViewport({ ratio: 1 });
    const [box, next] = [await note.boundingBox(), await page.locator('[data-index="1"]').boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
    await page.getByRole('button', { name: 'Discard what you typed' }).tap();
    await expect(note).toHaveCount(0);
    await page.context().close();
  });
});

test('on a phone an empty list shows its message in the middle, and the projects fit', async ({ browser, actum }) => {
  const call = await asDemo(actum);
  const { project, version } = await newList(call, 'Narrow yard');
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Later' } });
  const { teams } = await call('GET /profile/', {});
  await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Unread yard' } });
  const page = await onPhone(browser, actum, `/project/${project}/${version}/list/${list.id}`);
  await expect(page.getByRole('heading', { name: 'No rows in this list' })).toBeInViewport({ ratio: 1 });
  await page.goto(`${actum.address}/projects`);
  await expect(page.getByRole('link', { name: 'Add estimate' }).first()).toBeInViewport({ ratio: 1 });
  const table = page.getByRole('main').getByRole('table');
  expect(await table.evaluate((of) => (of.parentElement?.scrollWidth ?? 0) - (of.parentElement?.clientWidth ?? 0))).toBe(0);
  await page.context().close();
});

test('in German the projects fit a phone beside a total of twelve digits, and so does the bar of a shared act', async ({
  browser,
  actum,
}) => {
  const call = await asDemo(actum);
  const { teams, language } = await call('GET /profile/', {});
  const { act } = await claimed(actum, 'Hochhaus', { quantity: '999999.5', unit_labour: '314388.02' });
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Angebot' } });
  await call('PATCH /profile/', { body: { language: 'de' } });
  const page = await onPhone(browser, actum, `/import/${id}`);
  const buffer = Buffer.from('Code;Name;Menge;EP\n1;Graben;12;8,50\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'Angebot.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('button', { name: 'Import abschließen' })).toBeVisible();
  await page.goto(`${actum.address}/projects`);
  await expect(page.getByText('Bereit zum Import').first()).toBeVisible();
  const table = page.getByRole('main').getByRole('table');
  expect(await table.evaluate((of) => (of.parentElement?.scrollWidth ?? 0) - (of.parentElement?.clientWidth ?? 0))).toBe(0);

  const { hash } = await call('POST /acts/:id/share/', { params: { id: Number(act.split('/').at(-1)) }, body: {} });
  await page.goto(`${actum.address}/public/${hash}`);
  const print = page.getByRole('button', { name: 'Drucken' });
  await expect(print).toBeVisible();
  const bar = await page.getByRole('banner').boundingBox();
  expect(bar?.height).toBeLessThan(62);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  const offline = page.getByRole('status').filter({ hasText: /^Dieses Gerät ist offline\.\s*$/ });
  await expect(offline).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
  const below = (await offline.boundingBox()) ?? { y: 0, height: 0 };
  expect((await page.getByRole('banner').boundingBox())?.y).toBeGreaterThanOrEqual(below.y + below.height);
  await page.context().setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call('PATCH /profile/', { body: { language } });
  await page.context().close();
});

test('a shared act whose project and list have names of one long word is as wide as the window', async ({ page, browser, actum }) => {
  const call = await asDemo(actum);
  const { project, act } = await claimed(actum, 'Plain yard', { quantity: '5' }, 'W'.repeat(150));
  await call('PATCH /projects/:id/', { params: { id: project }, body: { name: 'W'.repeat(150) } });
  await call('PUT /acts/:id/', { params: { id: Number(act.split('/').at(-1)) }, body: { number: 'W'.repeat(20) } });
  const { hash } = await call('POST /acts/:id/share/', { params: { id: Number(act.split('/').at(-1)) }, body: {} });
  const phone = await onPhone(browser, actum, `/public/${hash}`);
  await page.goto(`${actum.address}/public/${hash}`);
  for (const shown of [phone, page]) {
    await expect(shown.getByRole('heading', { level: 1 })).toContainText('WWW');
    expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await phone.context().close();
});

test('a long page scrolls beneath the top bar, on a wide screen too', async ({ page, actum }) => {
  await openSignedIn(page, actum, '/account');
  const last = page.getByRole('button', { name: 'Delete my account' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^Account: / })).toBeInViewport({ ratio: 1 });
});

test('on a phone the people of a team fit its settings, with long addresses too', async ({ browser, actum }) => {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const email = `${'somebody.'.repeat(6)}${Date.now()}@subdomain.construction.example`;
  await call('POST /teams/:id/invitations/', { params: { id: teams[0]?.id ?? 0 }, body: { email, role: 'regular' } });
  const page = await onPhone(browser, actum, '/projects');
  await page.getByRole('banner').getByRole('button').first().tap();
  await page.getByRole('button', { name: /^Team: / }).tap();
  await page.getByRole('menuitem', { name: 'Team settings' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Team settings' });
  const invited = dialog.getByRole('listitem').filter({ hasText: email });
  await expect(invited).toBeVisible();
  const outside = await dialog.evaluate((of) => {
    const { right } = of.getBoundingClientRect();
    return [...of.querySelectorAll('li *')].filter((part) => part.getBoundingClientRect().right > right).map((part) => part.textContent);
  });
  expect(outside).toEqual([]);
  const [field, calendar] = [
    dialog.getByRole('textbox', { name: 'Required from' }),
    dialog.getByRole('button', { name: 'Choose in a calendar' }),
  ];
  const [box, icon] = [await field.boundingBox(), await calendar.boundingBox()];
  expect((icon?.y ?? 0) + (icon?.height ?? 0), 'the calendar stands in its field').toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  await page.context().close();
});

test('names, units, addresses and taxes of one long word widen no screen and no client’s page, on a phone or a desk', async ({
  browser,
  actum,
}) => {
  const call = await asDemo(actum);
  const word = (length: number) => 'W'.repeat(length);
  const team = (await call('POST /teams', { body: { name: word(100) } })).id;
  await call('PUT /teams/:id/company/', { params: { id: team }, body: { address: word(300), registration: word(100) } });
  const project = (await call('POST /projects', { body: { team_id: team, name: word(100) } })).id;
  const version = (await call('POST /projects/:id/versions/', { params: { id: project }, body: { name: word(100) } })).id;
  const list = (await call('POST /versions/:id/lists/', { params: { id: version }, body: { title: word(100) } })).list.id;
  const row = { name: word(500), unit: word(50), code: word(100), quantity: '10', unit_labour: '100' };
  const { ids } = await call('POST /lists/:id/rows/', { params: { id: list }, body: { rows: [row] } });
  const { record } = await call('POST /versions/:id/taxes/', { params: { id: version }, body: { name: word(100) } });
  await call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_total: '21' } });
  const copy = (await call('POST /projects/:id/versions/', { params: { id: project }, body: { name: word(90), from_version_id: version } }))
    .id;
  const claim = async (percent: string, status_id: number) => {
    const { id } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
    await call('POST /acts/:id/complete/', { params: { id }, body: { list_id: null, percent } });
    await call('PUT /acts/:id/', { params: { id }, body: { status_id } });
    return id;
  };
  const accepted = await claim('50', SUBMITTED + 1);
  const submitted = await claim('80', SUBMITTED);
  await call('POST /rows/:id/extras/', { params: { id: ids[0] ?? 0 }, body: { quantity: '1', reason: word(200) } });
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const { hash } = await call('POST /acts/:id/answer_link/', { params: { id: submitted }, body: { expires_at } });
  const page = await onPhone(browser, actum, `/project/${project}/payments`);
  for (const [path, seen] of [
    [`/act/${accepted}/certificate`, 'Not issued'],
    [`/project/${project}/payments`, 'Certified'],
    [`/project/${project}/extras/${version}`, 'To decide'],
    [`/project/${project}/${copy}/compare/${version}`, 'No differences'],
    [`/answer/${hash}`, 'Completed now, with taxes'],
    [`/answer/${hash}/list/${list}`, 'Claimed'],
    ['/projects', 'WWW'],
    [`/project/${project}/${version}`, 'Total with taxes'],
    [`/project/${project}/${version}/list/${list}`, 'WWW'],
    [`/act/${submitted}`, 'Total with taxes'],
    [`/act/${submitted}/list/${list}`, 'WWW'],
    [`/project/${project}/contract/${version}`, 'Total with taxes'],
  ] as const) {
    await page.goto(actum.address + path);
    await expect(page.getByRole('main').getByText(seen).filter({ visible: true }).first()).toBeVisible();
    const wider = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, [data-paper=sheet]')]
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map((part) => `${part.tagName} ${part.scrollWidth}`),
      );
    await expect.poll(wider, path).toEqual([]);
    await expect.poll(() => cutWithoutDots(page), path).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(wider, `${path} on a desk`).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
  }
  await page.context().close();
});

test('the focus of the keyboard is never behind the head, the foot or the bar of its screen', async ({ page, actum }) => {
  const call = await asDemo(actum);
  for (let count = 0; count < 12; count += 1) await newList(call, `Covered yard ${count}`);
  const { act, list } = await claimed(actum, 'Covered yard', { quantity: '5' });
  const params = { id: Number(act.split('/').at(-1)) };
  await call('PUT /acts/:id/', { params, body: { status_id: SUBMITTED } });
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const { hash } = await call('POST /acts/:id/answer_link/', { params, body: { expires_at } });
  await signIn(page, actum);
  for (const [width, path, within] of [
    [360, '/projects', 'table'],
    [1440, '/projects', 'nav'],
    [360, `/answer/${hash}/list/${list}`, 'ol, ul'],
  ] as const) {
    await page.setViewportSize({ width, height: 440 });
    await page.goto(actum.address + path);
    await expect(page.getByText(path === '/projects' ? 'Covered yard 11' : 'Brick').first()).toBeVisible();
    let [walked, covered] = [0, [] as string[]];
    for (let presses = 0; presses < 45; presses += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate((surroundings) => {
        const focused = document.activeElement;
        if (focused === null || focused.closest(surroundings) === null) return null;
        const { left, top, width: wide, height } = focused.getBoundingClientRect();
        const above = document.elementFromPoint(left + wide / 2, top + height / 2);
        const name = focused.getAttribute('aria-label') ?? focused.textContent ?? '';
        return { name, isCovered: above === null || !(focused.contains(above) || above.contains(focused)) };
      }, within);
      if (found !== null) walked += 1;
      if (found?.isCovered) covered = [...covered, found.name];
    }
    expect(walked, path).toBeGreaterThan(5);
    expect(covered, `${path} at ${width} px`).toEqual([]);
  }
});
