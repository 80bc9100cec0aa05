import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createActum } from '../../src/compose/app/actum.ts';
import { followLanguageOf } from '../../src/compose/app/language.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { takeLanguageFrom } from '../../src/messages/messages.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { App } from '../../src/views/app.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { honestServer } from '../model/honestServer.ts';

beforeEach(() => window.history.replaceState(null, '', '/projects'));
afterEach(() => {
  cleanup();
  takeLanguageFrom(() => 'en');
});

/** The application in a browser with preferred languages, and a server that answers on demand. */
function open(wished: readonly string[], signedIn: boolean) {
  const server = honestServer();
  if (signedIn) server.kept.tokens = server.issue();
  const actum = createActum(server.outside, { path: '/projects', search: '' });
  followLanguageOf(actum.session, wished);
  render(
    <ActumProvider actum={actum}>
      <ScreensProvider screens={provideScreens(actum)}>
        <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
          <App />
        </ThemeProvider>
      </ScreensProvider>
    </ActumProvider>,
  );
  return { server, actum };
}

/** Answers every call, and those that follow. */
async function answerAll(server: ReturnType<typeof honestServer>) {
  while (server.pending().length > 0) await act(() => server.answer(0));
}
/** The screen with a heading, once its code is loaded and all its calls are answered. */
async function screenOf(server: ReturnType<typeof honestServer>, name: string) {
  await answerAll(server);
  await screen.findByRole('heading', { level: 1, name });
  await answerAll(server);
}
const shown = () => ({
  heading: screen.getByRole('heading', { level: 1 }).textContent,
  title: document.title,
  lang: document.documentElement.lang,
});

test('uses the browser’s language until the person is known', async () => {
  const { server, actum } = open(['fr', 'lv-LV'], false);
  await screenOf(server, 'Pieteikties');
  await waitFor(() => expect(shown()).toEqual({ heading: 'Pieteikties', title: 'Actum Pieteikšanās', lang: 'lv' }));
  expect(screen.getByRole('button', { name: 'Pieteikties' }).textContent).toBe('Pieteikties');
  actum.stop();
});

test('then the language of the profile, and another as soon as it is chosen', async () => {
  const { server, actum } = open(['lv'], true);
  await screenOf(server, 'Projects');
  screen.getByText('From a spreadsheet to a checked act');
  await waitFor(() => expect(shown()).toEqual({ heading: 'Projects', title: 'Projects · Actum', lang: 'en' }));

  fireEvent.click(screen.getByRole('button', { name: 'Account: Ann' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Latviešu' }));
  await waitFor(() => expect(server.pending()).not.toEqual([]));
  await waitFor(() => expect(shown()).toEqual({ heading: 'Projects', title: 'Projects · Actum', lang: 'en' }));
  await screenOf(server, 'Projekti');
  screen.getByText('No izklājlapas līdz pārbaudītam aktam');
  await waitFor(() => expect(shown()).toEqual({ heading: 'Projekti', title: 'Projekti · Actum', lang: 'lv' }));

  fireEvent.click(screen.getByRole('button', { name: 'Konts: Ann' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Izrakstīties' }));
  await screenOf(server, 'Pieteikties');
  await waitFor(() => expect(shown()).toEqual({ heading: 'Pieteikties', title: 'Actum Pieteikšanās', lang: 'lv' }));
  actum.stop();
});
