import type { BrowserContext, Page } from '@playwright/test';
import { leave } from '../../../walking/coverage/notes.ts';
import type { Report } from './xstate.ts';

/** Receives the reports of the actors of all pages of a context. */
export const listen = (context: BrowserContext, hear: (report: Report, from: Page) => void): Promise<unknown> =>
  context.exposeBinding('actumTells', ({ page }, reports: readonly Report[]) => {
    for (const one of reports) hear(one, page);
  });

/** From now on the pages of a context also report the states of their actors. */
export const askForPlaces = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(window, 'actumTellsPlaces', { value: true }));

/** Stores the transitions taken in a browser for the coverage table. */
export const leaveTaken = (taken: ReadonlySet<string>): void =>
  leave(
    'browser',
    [...taken].map((key) => [/^#(\w+)/.exec(key)?.[1] ?? '', key]),
  );
