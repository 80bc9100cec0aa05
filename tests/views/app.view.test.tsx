import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { createActum } from '../../src/compose/app/actum.ts';
import { providePeople } from '../../src/compose/people.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { appMachine } from '../../src/machines/app/app.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import type { Tabs } from '../../src/services/tabs.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { App } from '../../src/views/app.tsx';
import { PeopleProvider } from '../../src/views/people.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { recordTransitions } from '../../walking/transitions.ts';
import { honestServer } from '../model/honestServer.ts';
import { settled } from '../model/world.ts';
import { chooseIn } from './shellMenus.ts';

const record = recordTransitions();
const logged: string[] = [];
const caught: unknown[] = [];
let stop: () => void = () => undefined;
beforeEach(() => {
  logged.length = 0;
  caught.length = 0;
  window.history.replaceState(null, '', '/projects');
});
afterEach(() => {
  cleanup();
  stop();
  vi.restoreAllMocks();
});

/** The application with Ann signed in. */
async function open() {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const log = (message: string) => void logged.push(message);
  let announceToTab: Parameters<Tabs['listen']>[0] = () => undefined;
  const tabs = {
    tell: () => undefined,
    listen(listener: typeof announceToTab) {
      announceToTab = listener;
    },
  };
  const actum = createActum({ ...server.outside, log, tabs }, { path: '/projects', search: '' }, { inspect: record.inspect });
  stop = actum.stop;
  const theme = createActor(themeMachine, { input: { stored: null } }).start();
  const screens = provideScreens(actum);
  const people = Promise.resolve(providePeople(actum));
  render(
    <StrictMode>
      <ActumProvider actum={actum}>
        <ScreensProvider screens={screens}>
          <PeopleProvider people={() => people}>
            <ThemeProvider theme={theme}>
              <App />
            </ThemeProvider>
          </PeopleProvider>
        </ScreensProvider>
      </ActumProvider>
    </StrictMode>,
    { onCaughtError: (error) => void caught.push(error) },
  );
  const answerAll = async () => {
    while (server.pending().length > 0) await act(() => server.answer(0));
  };
  await answerAll();
  await screen.findByRole('heading', { level: 1, name: 'Projects' });
  await answerAll();
  return { actum, signOutElsewhere: () => act(async () => announceToTab(null)) };
}

/** Makes one actor fail at its next event. */
async function breakRoot(actor: AnyActorRef): Promise<void> {
  const { logic } = actor as AnyActorRef & { readonly logic: { transition: () => never } };
  vi.spyOn(logic, 'transition').mockImplementationOnce(() => {
    throw new Error('It broke');
  });
  await act(async () => {
    actor.send({ type: 'nobody.listens' });
    await settled();
  });
}
/** Uncaught errors reach only the window. Here the listener of the test replaces all others. */
async function windowErrorsOf(does: () => Promise<void>): Promise<readonly string[]> {
  const errors: string[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', ({ message }) => void errors.push(message));
  await does();
  await settled();
  process.removeAllListeners('uncaughtException');
  for (const listener of listeners) process.on('uncaughtException', listener);
  return errors;
}

const shown = () => ({
  broken: screen.queryByRole('alert')?.querySelector('h2')?.textContent ?? null,
  heading: screen.queryByRole('heading', { level: 1 })?.textContent ?? null,
});
const whole = { broken: null, heading: 'Projects' };
const stopped = { broken: 'This screen has stopped working', heading: null };

// Each of these can fail while the page continues; without a session or a team there is nothing to show.
test.each([
  ['session', stopped, 1],
  ['company', stopped, 1],
  ['invitation', stopped, 1],
  ['reference', whole, 0],
  ['modal', whole, 1],
  ['contextMenu', whole, 1],
  ['notice', whole, 1],
] as const)('what the %s breaks over is logged, and takes along no more than what shows it', async (name, due, reported) => {
  const { actum } = await open();
  await windowErrorsOf(() => breakRoot(actum[name]));
  expect({ ...shown(), logged, reported: new Set(caught).size }).toEqual({ ...due, logged: [`The ${name} actor stopped`], reported });
});

test('with the menu and the modal broken the banner still shows its message', async () => {
  const { actum } = await open();
  for (const broken of [actum.modal, actum.contextMenu]) await breakRoot(broken);
  await act(async () => actum.notice.send({ type: 'notice.shown', text: 'The act is locked', kind: 'wrong' }));
  expect([screen.getByRole('alert').textContent, shown().heading]).toEqual(['The act is lockedDismiss', 'Projects']);
});

test('the end of a session closes menus and dialogs', async () => {
  const { signOutElsewhere } = await open();
  await chooseIn('Team: North', 'New team');
  expect(await screen.findByRole('dialog')).not.toBeNull();
  await signOutElsewhere();
  expect([screen.queryByRole('dialog'), shown().heading, logged]).toEqual([null, 'Log in', []]);
});

test('every transition is walked', () => expect(record.missed(appMachine)).toEqual([]));
