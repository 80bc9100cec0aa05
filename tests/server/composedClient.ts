/** The client as it is composed for a browser, with its real machines and calls, opened against a real server. */
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { waitFor } from 'xstate';
import { type Composed, createActum } from '../../src/compose/app/actum.ts';
import type { Outside } from '../../src/compose/app/outside.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import type { Screens } from '../../src/views/screens.tsx';
import { type BrowserTab, openTab, pageEvents } from './browserTab.ts';
import type { Person, TestServer } from './harness.ts';

export const ENTRY = { path: '/projects', search: '' };

/** Gives each test the events and the storage of a page of its own. */
export function withPage(): { readonly listeners: () => Readonly<Record<string, number>> } {
  let page: ReturnType<typeof pageEvents>;
  beforeEach(() => {
    page = pageEvents();
    for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value);
    // Node keeps the texts of a session, and those of a browser only with a file for them.
    vi.stubGlobal('localStorage', sessionStorage);
  });
  afterEach(() => {
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });
  return { listeners: () => page.listeners() };
}

/** Machines may be busy: only the test's own time is the limit. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000 });

export interface Client {
  readonly tab: BrowserTab;
  readonly actum: Composed;
  readonly screens: Screens;
}

/** The client of one person, or of nobody, who opens an address. */
export function openClient(server: TestServer, person: Person | null, entry = ENTRY, outside: Partial<Outside> = {}): Client {
  const tab = openTab(server.address, person?.tokens ?? null);
  const actum = createActum({ ...tab.outside, ...outside }, entry);
  onTestFinished(() => actum.stop());
  return { tab, actum, screens: provideScreens(actum) };
}

export async function clientOf(server: TestServer, person: Person, outside: Partial<Outside> = {}): Promise<Client> {
  const client = openClient(server, person, ENTRY, outside);
  await signedIn(client.actum, person);
  await waitFor(client.actum.reference, (snapshot) => snapshot.matches('loaded'));
  return client;
}

export const signedIn = (actum: Composed, { id }: Person) =>
  waitFor(
    actum.session,
    ({ context, ...snapshot }) => snapshot.matches({ signedIn: { profile: 'loaded' } } as never) && context.profile?.id === id,
  );
