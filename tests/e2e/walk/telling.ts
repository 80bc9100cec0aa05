import type { BrowserContext, Page } from '@playwright/test';
import { leave } from '../../../walking/coverage/notes.ts';
import type { Report } from './xstate.ts';

/** Hears what the actors of all pages of a context tell. */
export const listen = (context: BrowserContext, hear: (report: Report, from: Page) => void): Promise<unknown> =>
  context.exposeBinding('actumTells', ({ page }, reports: readonly Report[]) => {
    for (const one of reports) hear(one, page);
  });

/** From now on the pages of a context tell where their actors are, too. */
export const askForPlaces = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(window, 'actumTellsPlaces', { value: true }));

/** Leaves the transitions taken in a browser where the table is made from. */
export const leaveTaken = (taken: ReadonlySet<string>): void =>
  leave(
    'browser',
    [...taken].map((key) => [/^#(\w+)/.exec(key)?.[1] ?? '', key]),
  );
