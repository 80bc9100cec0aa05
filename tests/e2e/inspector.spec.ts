import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { buildInspected } from '../../inspector/build.ts';
import { tracesIn } from '../../scripts/uninspected.ts';
import { readConfig } from '../../server/config.ts';
import { serve } from '../../server/serve.ts';
import { copyFolder } from '../filledFolder.ts';
import { FILLED } from './walk/build.ts';
import { DEMO } from './walk/served.ts';

const stateOf = (page: Page, id: string) => page.locator(`[data-state="${id}"]`);

test('the inspector shows the actors of a page, their charts and what they say, and nobody’s secrets', async ({ page, context }, {
  outputDir,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-inspector-'));
  copyFolder(FILLED, join(folder, 'data'));
  const clientFolder = join(folder, 'client');
  await buildInspected(clientFolder);
  expect(tracesIn(clientFolder).length).toBeGreaterThan(0);
  const running = await serve(readConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), DEMO: 'on' }), {
    clientFolder,
    log: () => undefined,
  });
  const asked = new Set<string>();
  const errors: string[] = [];
  context.on('request', (request) => asked.add(new URL(request.url()).origin));
  page.on('pageerror', (error) => errors.push(String(error)));
  try {
    await page.goto(`${running.address}/inspector/index.html`);
    const [app] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Open the app' }).click()]);
    await page.getByRole('button', { name: 'session', exact: true }).click();
    await expect(stateOf(page, 'session.signedOut.idle')).toHaveAttribute('data-active', 'true');

    await app.getByLabel('Email').fill(DEMO.email);
    await app.getByLabel('Password').fill(DEMO.password);
    await app.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(stateOf(page, 'session.signedIn.profile.loaded')).toHaveAttribute('data-active', 'true');
    await expect(page.locator('[data-key="#session.signedOut.idle -- login.submitted -> #session.signedOut.submitting"]')).toHaveClass(
      'taken',
    );
    await expect(page.getByRole('listitem').filter({ hasText: 'login.submitted' }).first()).toBeVisible();
    const cookies = (await context.cookies()).map(({ value }) => value);
    expect(cookies.length).toBe(2);
    const shown = await page.locator('body').textContent();
    for (const secret of [DEMO.password, ...cookies]) expect(shown).not.toContain(secret);
    await page.screenshot({ path: join(outputDir, 'inspector.png') });

    await page.getByLabel('Event', { exact: true }).fill('logout.requested');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(app.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
    await expect(stateOf(page, 'session.signedOut.idle')).toHaveAttribute('data-active', 'true');

    // Go back to a moment at which a person was signed in.
    const said = page.getByRole('listitem').filter({ hasText: 'outside → session' }).filter({ hasText: 'logout.requested' });
    await said.getByRole('button').click();
    await expect(stateOf(page, 'session.signedIn')).toHaveAttribute('data-active', 'true');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(said).toHaveCount(0);
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(said).toHaveCount(1);
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await expect(stateOf(page, 'session.signedOut.idle')).toHaveAttribute('data-active', 'true');

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save recording' }).click()]);
    const recording = join(folder, 'recording.json');
    await download.saveAs(recording);
    for (const secret of [DEMO.password, ...cookies]) expect(readFileSync(recording, 'utf8')).not.toContain(secret);
    await app.close();

    await page.reload();
    await page.getByLabel('Open recording').setInputFiles(recording);
    await page.getByRole('button', { name: 'session', exact: true }).click();
    await expect(stateOf(page, 'session.signedOut.idle')).toHaveAttribute('data-active', 'true');

    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'replay of session' })).toBeVisible();
    await expect(page.getByText(/^Next: /)).toBeVisible();
    const next = await page.getByText(/^Next: /).textContent();
    await page.getByRole('button', { name: 'Next step' }).click();
    await expect(page.getByText(next ?? '')).toHaveCount(0);
    expect({ asked: [...asked], errors }).toEqual({ asked: [running.address], errors: [] });
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the released build has no trace of the inspector', () => {
  expect(readdirSync('dist')).toContain('index.html');
  expect(tracesIn('dist')).toEqual([]);
});
