import { defineConfig } from '@playwright/test';
import { browserPath } from './scripts/browser.ts';
import { postgresPrograms } from './scripts/postgres.ts';
import type { ServerOptions } from './tests/e2e/server.ts';

/** Chromium from npm fits a machine without one; these keep it quiet on a closed network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = await browserPath();

export default defineConfig<object, ServerOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Node strips the types itself; the runner's compiler would first rewrite 2,300 files, the compiled texts among them.
  build: { external: ['**/*.{ts,js}'] },
  globalSetup: './tests/e2e/walk/build.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Riga',
    // A trace costs a sixth of the whole run: `npx playwright test --trace retain-on-failure` makes one of what failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath === null ? {} : { executablePath }) },
  },
  // In this order: the one test on PostgreSQL would run alone at the end.
  projects: [
    ...(postgresPrograms() === null ? [] : [{ name: 'postgres', grep: /@every-engine/, use: { engine: 'postgres' as const } }]),
    { name: 'embedded', use: { engine: 'embedded' } },
  ],
});
