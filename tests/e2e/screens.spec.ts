import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { utils, write } from 'xlsx';
import { LANGUAGES } from '../../domain/languages.ts';
import { ROUTES } from '../../src/views/routing.tsx';
import { expectNothingForAxe } from './accessible.ts';
import { asDemo } from './calls.ts';
import { mailedPath } from './mail.ts';
import { newList } from './people.ts';
import { expect, openSignedIn, type RunningActum, signIn, test } from './server.ts';

/** An estimate with cells that cannot be read. */
function workbookWithErrors(): File {
  const workbook = utils.book_new();
  const rows = [
    ['Code', 'Description', 'Unit', 'Quantity', 'Labour', 'Materials', 'Equipment', 'Amount'],
    ['1', 'Strip topsoil', 'm2', 120, 0.5, 0, 1.1, 192],
    ['2', 'Formwork to strip footings', 'm2', '74Z.3', 13.8, 7.45, 1.2, ''],
    ['3', 'Bituminous membrane, two layers', 'm2', 96, 6.2, '11,4O', 0.55, ''],
    ['4', 'Gravel bed', 'm3', 12, 4.15, 18.6, 2.75, 306],
  ];
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), 'Foundations');
  return new File([write(workbook, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'with-errors.xlsx');
}

async function waitingImport(actum: RunningActum, name: string): Promise<number> {
  const call = await asDemo(actum);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } });
  await call('PATCH /projects/:id/', { params: { id }, body: {} }, workbookWithErrors());
  await expect.poll(async () => (await call('GET /import/:id/lists/', { params: { id } })).status).toBe('errors_found');
  return id;
}

const ACCEPTED = 3;
/** A certificate of a project of its own, so that the act of the demo stays as it is. */
async function issuedCertificate(actum: RunningActum): Promise<string> {
  const call = await asDemo(actum);
  const { version } = await newList(call, 'Certified yard');
  const act = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const params = { id: act.id };
  await call('POST /acts/:id/complete/', { params, body: { list_id: null, percent: '50' } });
  await call('PUT /acts/:id/', { params, body: { status_id: ACCEPTED } });
  const { due } = await call('GET /acts/:id/certificate/', { params });
  const { id } = await call('POST /acts/:id/certificate/', { params, body: { due } });
  return `/certificate/${id}`;
}

const SUBMITTED = 2;
/** A submitted act that may be answered: its address for members, and for whoever has its link. */
async function answerable(actum: RunningActum) {
  const call = await asDemo(actum);
  const { version, list } = await newList(call, 'Answered yard');
  const act = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const params = { id: act.id };
  await call('POST /acts/:id/complete/', { params, body: { list_id: null, percent: '50' } });
  await call('PUT /acts/:id/', { params, body: { status_id: SUBMITTED } });
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const { hash } = await call('POST /acts/:id/answer_link/', { params, body: { expires_at } });
  return { act: `/act/${act.id}`, link: `/answer/${hash}`, list };
}

interface Demo {
  readonly project: number;
  readonly frozen: number;
  readonly open: number;
  readonly list: number;
  readonly frozenList: number;
  readonly act: number;
  readonly hash: string;
}

async function demoOf(actum: RunningActum): Promise<Demo> {
  const call = await asDemo(actum);
  const projects = await call('GET /projects', { query: {} });
  const project = projects.find(({ name }) => name.startsWith('Pine Yard'))?.id ?? 0;
  const { versions } = await call('GET /projects/:id/tree', { params: { id: project } });
  const [first, second] = versions;
  const listOf = async (id: number) => (await call('GET /versions/:id/summary/', { params: { id } })).costs[0]?.id ?? 0;
  const act = first?.acts[0]?.id ?? 0;
  const { hash } = await call('POST /acts/:id/share/', { params: { id: act }, body: {} });
  return {
    project,
    frozen: first?.id ?? 0,
    open: second?.id ?? 0,
    list: await listOf(second?.id ?? 0),
    frozenList: await listOf(first?.id ?? 0),
    act,
    hash,
  };
}

interface Screen {
  readonly name: string;
  /** The route of src/views/app.tsx it shows. */
  readonly route: string;
  readonly signedIn: boolean;
  readonly path: (demo: Demo, actum: RunningActum) => string | Promise<string>;
  readonly settled: (page: Page) => Promise<void>;
}

const row = (name: RegExp) => (page: Page) => expect(page.getByRole('row', { name }).first()).toBeVisible();
const text = (words: string) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();

let invited = 0;
const SCREENS: readonly Screen[] = [
  { name: 'login', route: '/', signedIn: false, path: () => '/', settled: text('Register') },
  { name: 'register', route: '/register', signedIn: false, path: () => '/register', settled: text('Create an account') },
  { name: 'forgot', route: '/forgot', signedIn: false, path: () => '/forgot', settled: text('Forgot your password?') },
  {
    name: 'invitation',
    route: '/invitation/:hash',
    signedIn: false,
    path: async (_, actum) => {
      const call = await asDemo(actum);
      const { teams } = await call('GET /profile/', {});
      invited += 1;
      const email = `invited-${process.pid}-${invited}@people.example`;
      await call('POST /teams/:id/invitations/', { params: { id: teams[0]?.id ?? 0 }, body: { email, role: 'regular' } });
      return mailedPath(actum, email, '/invitation/');
    },
    settled: text('Create account and join'),
  },
  {
    name: 'invitation-over',
    route: '/invitation/:hash',
    signedIn: false,
    path: () => '/invitation/nobody-sent-this',
    settled: text('Go to login'),
  },
  {
    name: 'not-confirmed',
    route: '/confirm-email/:hash',
    signedIn: false,
    path: () => '/confirm-email/nobody-sent-this',
    settled: text('Confirmation code is invalid'),
  },
  {
    name: 'password-recovery',
    route: '/password-recovery/:hash',
    signedIn: false,
    path: () => '/password-recovery/h',
    settled: text('Choose a new password'),
  },
  { name: 'not-me', route: '/not-me/:hash', signedIn: false, path: () => '/not-me/h', settled: text('Secure my account') },
  {
    name: 'change-email',
    route: '/change-email/:hash',
    signedIn: true,
    path: () => '/change-email/h',
    settled: text('Use this address'),
  },
  {
    name: 'company',
    route: '/company/:hash?',
    signedIn: false,
    path: () => '/company?code=c&state=s',
    settled: text('There is no company login here'),
  },
  { name: 'projects', route: '/projects', signedIn: true, path: () => '/projects', settled: text('Pine Yard 14, house') },
  {
    name: 'project-upload',
    route: '/project/:id',
    signedIn: true,
    path: async (_, actum) => {
      const call = await asDemo(actum);
      const { teams } = await call('GET /profile/', {});
      return `/project/${(await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Empty yard' } })).id}`;
    },
    settled: text('Choose a file'),
  },
  {
    name: 'estimate-summary',
    route: '/project/:id/:version',
    signedIn: true,
    path: ({ project, open }) => `/project/${project}/${open}`,
    settled: row(/^Total with taxes/),
  },
  {
    name: 'estimate-summary-frozen',
    route: '/project/:id/:version',
    signedIn: true,
    path: ({ project, frozen }) => `/project/${project}/${frozen}`,
    settled: row(/^Total with taxes/),
  },
  {
    name: 'estimate-list',
    route: '/project/:id/:version/list/:list',
    signedIn: true,
    path: ({ project, open, list }) => `/project/${project}/${open}/list/${list}`,
    settled: text('Strip topsoil'),
  },
  { name: 'account', route: '/account', signedIn: true, path: () => '/account', settled: text('Log out everywhere') },
  {
    name: 'security-log',
    route: '/team/:id/log',
    signedIn: true,
    path: async (_, actum) => `/team/${(await (await asDemo(actum))('GET /profile/', {})).teams[0]?.id ?? 0}/log`,
    settled: row(/^.* Logged in/),
  },
  {
    name: 'compare',
    route: '/project/:id/:version/compare/:with',
    signedIn: true,
    path: ({ project, open, frozen }) => `/project/${project}/${open}/compare/${frozen}`,
    settled: row(/^Total with taxes/),
  },
  {
    name: 'compare-rows',
    route: '/project/:id/:version/compare/:with',
    signedIn: true,
    path: ({ project, open, frozen }) => `/project/${project}/${open}/compare/${frozen}?show=all`,
    settled: text('Power-trowel the slab'),
  },
  {
    name: 'contract',
    route: '/project/:id/contract/:version?',
    signedIn: true,
    path: ({ project }) => `/project/${project}/contract`,
    settled: row(/^Total with taxes/),
  },
  {
    name: 'import',
    route: '/import/:id',
    signedIn: true,
    path: async (_, actum) => `/import/${await waitingImport(actum, 'Waiting file')}`,
    settled: text('Formwork to strip footings'),
  },
  { name: 'act-summary', route: '/act/:act', signedIn: true, path: ({ act }) => `/act/${act}`, settled: row(/^Total with taxes/) },
  {
    name: 'act-list',
    route: '/act/:act/list/:list',
    signedIn: true,
    path: ({ act, frozenList }) => `/act/${act}/list/${frozenList}`,
    settled: text('Strip topsoil'),
  },
  {
    name: 'payments',
    route: '/project/:id/payments/:version?',
    signedIn: true,
    path: ({ project }) => `/project/${project}/payments`,
    settled: row(/^Certificate 1/),
  },
  {
    name: 'carry',
    route: '/project/:id/carry/:version',
    signedIn: true,
    path: ({ project, open }) => `/project/${project}/carry/${open}`,
    settled: text('With taxes: '),
  },
  {
    name: 'carried',
    route: '/project/:id/carried/:version',
    signedIn: true,
    path: ({ project, open }) => `/project/${project}/carried/${open}`,
    settled: text('No work was carried into this version'),
  },
  {
    name: 'extras',
    route: '/project/:id/extras/:version?',
    signedIn: true,
    path: ({ project }) => `/project/${project}/extras`,
    settled: text('No extras yet'),
  },
  {
    name: 'certificate-of-act',
    route: '/act/:act/certificate',
    signedIn: true,
    path: ({ act }) => `/act/${act}/certificate`,
    settled: row(/Due now/),
  },
  {
    name: 'certificate',
    route: '/certificate/:id',
    signedIn: true,
    path: (_, actum) => issuedCertificate(actum),
    settled: row(/Due now/),
  },
  {
    name: 'public-summary',
    route: '/public/:hash',
    signedIn: false,
    path: ({ hash }) => `/public/${hash}`,
    settled: row(/^Total with taxes/),
  },
  {
    name: 'public-list',
    route: '/public/:hash/list/:list',
    signedIn: false,
    path: ({ hash, frozenList }) => `/public/${hash}/list/${frozenList}`,
    settled: text('Strip topsoil'),
  },
  {
    name: 'answer',
    route: '/answer/:hash',
    signedIn: false,
    path: async (_, actum) => (await answerable(actum)).link,
    settled: text('Review and send'),
  },
  {
    name: 'answer-list',
    route: '/answer/:hash/list/:list',
    signedIn: false,
    path: async (_, actum) => {
      const { link, list } = await answerable(actum);
      return `${link}/list/${list}`;
    },
    settled: async (page) => {
      await page.getByLabel('Certified quantity: Gravel').fill('0.25');
      await text('Choose a reason')(page);
    },
  },
  {
    name: 'answer-on-paper',
    route: '/act/:act/answer',
    signedIn: true,
    path: async (_, actum) => `${(await answerable(actum)).act}/answer`,
    settled: text('Review and send'),
  },
  { name: 'components', route: '/components', signedIn: false, path: () => '/components', settled: text('Buttons') },
  { name: 'not-found', route: '*', signedIn: true, path: () => '/nowhere', settled: text('There is nothing at this address') },
];

/** Routes that src/views/app.tsx shows something at. */
function declaredRoutes(): Set<string> {
  const source = readFileSync('src/views/app.tsx', 'utf8');
  const shown = [...source.matchAll(/<Route\s+path=\{ROUTES(?:\.(\w+)|\['([\w-]+)'\])\}/g)].map(([, word, quoted]) => word ?? quoted ?? '');
  expect(new Set(shown)).toEqual(new Set(Object.keys(ROUTES)));
  return new Set([...Object.values(ROUTES), '*']);
}

test('every screen is in this list', () => {
  expect(new Set(SCREENS.map(({ route }) => route))).toEqual(declaredRoutes());
});

const WIDTHS = [360, 768, 1440] as const;

/** Pictures take as long as everything else here, so they are taken for somebody who looks at them. */
const isPictured = process.env.PICTURES === 'on';
const drawn = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Checks every width and both themes: no sideways scrolling, no findings of axe. A theme changes only colours. */
async function lookAt(page: Page, name: string, settled: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled();
      await drawn(page);
      if (isPictured) await page.screenshot({ path: `test-results/screens/${name}-${width}-${colorScheme}.png`, animations: 'disabled' });
      // A screen that was wider a moment ago is laid out again.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      await expectNothingForAxe(page, colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined);
    }
  }
}

for (const screen of SCREENS) {
  test(`${screen.name}: axe finds nothing, and nothing scrolls sideways`, async ({ page, actum }) => {
    const demo = await demoOf(actum);
    const path = await screen.path(demo, actum);
    if (screen.signedIn) await openSignedIn(page, actum, path);
    else await page.goto(actum.address + path);
    await lookAt(page, screen.name, () => screen.settled(page));
  });
}

/** Parts of a page's head and foot that lie outside of a phone's screen. */
const outside = (page: Page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []),
    ...[...document.querySelectorAll('header :is(button, a), footer :is(button, a, dd)')]
      .filter((part) => part.getBoundingClientRect().width > 0 && part.getBoundingClientRect().right > innerWidth + 0.5)
      .map((part) => part.ariaLabel ?? part.textContent),
  ]);

for (const language of LANGUAGES) {
  test(`pages of clients and a certificate fit a phone in ${language}`, async ({ browser, actum }) => {
    const { link, list } = await answerable(actum);
    const { hash, act } = await demoOf(actum);
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: language });
    const page = await context.newPage();
    for (const path of [link, `${link}/list/${list}`, `/public/${hash}`]) {
      await page.goto(actum.address + path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => outside(page), path).toEqual([]);
    }
    const call = await asDemo(actum);
    const { language: before } = await call('GET /profile/', {});
    await call('PATCH /profile/', { body: { language } });
    for (const path of [await issuedCertificate(actum), `/act/${act}/certificate`]) {
      await openSignedIn(page, actum, path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('main').getByRole('row').first()).toBeVisible();
      await expect.poll(() => outside(page), path).toEqual([]);
    }
    await call('PATCH /profile/', { body: { language: before } });
    await context.close();
  });
}

const DIALOGS = [
  { name: 'team-settings', opener: /^Team: /, item: 'Team settings', settled: '(you)' },
  { name: 'new-team', opener: /^Team: /, item: 'New team', settled: 'Create team' },
] as const;

for (const { name, opener, item, settled } of DIALOGS) {
  test(`${name} over a screen: axe finds nothing`, async ({ page, actum }) => {
    await signIn(page, actum);
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await lookAt(page, name, () => expect(page.getByRole('dialog').getByText(settled)).toBeVisible());
  });
}

/** Layers that float over a screen: menus, tips, dialogs and a pressed button. */
const OPENED: readonly { readonly name: string; readonly path: (demo: Demo) => string; readonly open: (page: Page) => Promise<void> }[] = [
  { name: 'account menu', path: () => '/projects', open: (page) => page.getByRole('button', { name: /^Account/ }).click() },
  {
    name: 'menu of a project',
    path: () => '/projects',
    open: (page) =>
      page
        .getByRole('button', { name: /^Actions/ })
        .first()
        .click(),
  },
  { name: 'pressed button', path: () => '/projects', open: (page) => page.getByRole('button', { name: 'New project' }).hover() },
  { name: 'palette', path: () => '/projects', open: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: () => '/projects', open: (page) => page.keyboard.press('?') },
  {
    name: 'menu of versions',
    path: ({ project, open }) => `/project/${project}/${open}`,
    open: (page) =>
      page
        .getByRole('button', { name: /^Version/ })
        .first()
        .click(),
  },
  {
    name: 'new act',
    path: ({ project, open }) => `/project/${project}/${open}`,
    open: (page) => page.getByRole('button', { name: 'New act' }).click(),
  },
  {
    name: 'tip',
    path: ({ project, open }) => `/project/${project}/${open}`,
    open: (page) => page.getByRole('button', { name: 'Redo' }).hover(),
  },
];
test('menus, tips and dialogs over a screen: axe finds nothing in either theme', async ({ page, actum }) => {
  const demo = await demoOf(actum);
  await signIn(page, actum);
  for (const { name, path, open } of OPENED) {
    await page.goto(actum.address + path(demo));
    await expect(page.getByRole('main')).toContainText(/\d/);
    await open(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await test.step(`${name}, ${colorScheme}`, () => expectNothingForAxe(page));
    }
  }
});

test('where the system sets the colours, outlines show the cursor, the selection, the open list and the edge of a menu', async ({
  page,
  actum,
}) => {
  const { path } = await newList(await asDemo(actum), 'Contrast Yard');
  await openSignedIn(page, actum, path);
  await page.emulateMedia({ forcedColors: 'active' });
  const cell = (row: number, col: number) => page.locator(`[data-index="${row}"] > [data-col="${col}"]`);
  await expect(page.locator('[data-movable=true]')).toHaveCount(1);
  await cell(0, 4).click();
  await expect(cell(0, 4)).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(cell(0, 5)).toHaveCSS('outline-style', 'dotted');
  await expect(cell(0, 6)).toHaveCSS('outline-style', 'none');
  const tabs = page.getByRole('navigation', { name: 'Lists' }).getByRole('link');
  const lines = await tabs.evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBottomColor));
  expect(new Set(lines).size, 'the open list and the others').toBe(2);
  await cell(0, 2).click({ button: 'right' });
  await expect(page.getByRole('menu')).toHaveCSS('outline-style', 'solid');
});
