/** Which files of the built client a screen fetches when nothing is cached, those it preloads included. */
import type { Page } from '@playwright/test';
import { callAs } from './calls.ts';
import { newList } from './people.ts';
import { expect, signIn, test } from './server.ts';

/** The files the page has fetched, by the names that scripts/chunks.ts gives them. */
function filesOf(page: Page) {
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const [, name, type] = /\/assets\/(.+)-[\w-]{8}\.(js|css)$/.exec(request.url()) ?? [];
    if (name !== undefined) fetched.add(`${name}.${type}`);
  });
  const ending = (type: string) => () => [...fetched].filter((name) => name.endsWith(type)).sort();
  return { scripts: ending('.js'), styles: ending('.css'), first: (count: number) => [...fetched].slice(0, count) };
}

test('the sign-in fetches one stylesheet and one script; the passkey code is fetched when the page is idle', async ({ page, actum }) => {
  const files = filesOf(page);
  await page.goto(actum.address);
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect.poll(files.scripts).toEqual(['entrance.js', 'forms.js', 'index.js']);
  await expect.poll(files.styles).toEqual(['entrance.css', 'index.css']);
  expect(files.first(2).sort()).toEqual(['index.css', 'index.js']);
});

test('an opened list fetches seven scripts and three stylesheets, none of them of another screen, and no question but its own', async ({
  browser,
  page,
  actum,
}) => {
  const { path } = await newList(await callAs(actum, actum), 'Cold Yard');
  await signIn(page, actum);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const cold = await context.newPage();
  const files = filesOf(cold);
  const asked: string[] = [];
  cold.on('request', (request) => {
    const [, question] = /\/api\/v1\/([^?]+)/.exec(request.url()) ?? [];
    if (question !== undefined) asked.push((request.postDataJSON()?.operationName ?? question).replace(/\d+/g, 'N'));
  });
  await cold.goto(actum.address + path);
  await expect(cold.getByRole('row', { name: /Sand/ })).toBeVisible();
  await expect.poll(files.scripts).toEqual(['common.js', 'dialogs.js', 'forms.js', 'index.js', 'live.js', 'pages.js', 'tools.js']);
  await expect.poll(files.styles).toEqual(['common.css', 'index.css', 'pages.css']);
  await cold.waitForLoadState('networkidle');
  expect([files.scripts().length, files.styles().length]).toEqual([7, 3]);
  // The browser lists a file once it is whole.
  const read = () =>
    cold.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.includes('/assets/') && 'initiatorType' in entry && entry.initiatorType === 'fetch')
        .map(({ name }) => name.replace(/.*\/|-[\w-]{8}\./g, ''))
        .sort(),
    );
  await expect.poll(read, 'files read into the cache, each once').toEqual(['dialogsjs', 'livejs', 'pagescss', 'pagesjs', 'toolsjs']);
  // The rest is read once more in a project that was just changed.
  const once = ['lists/N/comments/', 'preferences/', 'projects/N/parties/', 'settings/', 'statuses', 'versions/N/presence/'];
  expect(asked.filter((question) => once.includes(question)).sort()).toEqual(once);
  expect([...new Set(asked)].sort()).toEqual([
    'lists/N/comments/',
    'lists/N/rows/',
    'next_events',
    'preferences/',
    'profile/',
    'projects/N/parties/',
    'projects/N/tree',
    'projects/sidebar/',
    'settings/',
    'statuses',
    'versions/N/presence/',
    'versions/N/summary/',
  ]);
  await context.close();
});

test('a list is asked for before the application has come, by the script in its page; another script written there does not run', async ({
  browser,
  page,
  actum,
}) => {
  const { path } = await newList(await callAs(actum, actum), 'Early Yard');
  await signIn(page, actum);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const early = await context.newPage();
  await early.route(/\/assets\/index-[^/]*\.js$/, () => undefined);
  const rows = early.waitForRequest(/\/lists\/\d+\/rows\//);
  await early.goto(actum.address + path, { waitUntil: 'commit' });
  await rows;
  const refused = await early.evaluate(async () => {
    const violation = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
    });
    const script = document.createElement('script');
    script.textContent = 'document.title = "Taken over"';
    document.head.append(script);
    return violation;
  });
  expect([refused, await early.title()]).toEqual(['script-src-elem', 'Actum']);
  await context.close();
});

test('a code file that fails to load ahead and when needed is fetched again before it is imported', async ({ browser, page, actum }) => {
  const { path } = await newList(await callAs(actum, actum), 'Patchy Yard');
  await signIn(page, actum);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const patchy = await context.newPage();
  let asked = 0;
  await patchy.route(/\/assets\/tools-[^/]*\.js$/, async (route) => {
    asked += 1;
    await (asked <= 2 ? route.abort() : route.continue());
  });
  await patchy.goto(actum.address + path);
  await expect(patchy.getByRole('button', { name: /^Add row/ })).toBeVisible();
  await expect(patchy.getByRole('row', { name: /Sand/ })).toBeVisible();
  expect(asked).toBeGreaterThan(2);
  await context.close();
});
