import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { requestMachine } from '../../src/machines/request/request.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import type { Tabs } from '../../src/services/tabs.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { App } from '../../src/views/app.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { recordTransitions } from '../../walking/transitions.ts';
import { type Heard, honestServer } from '../model/honestServer.ts';
import { settled } from '../model/world.ts';
import { ABOUT, SUMMARY } from './actSamples.ts';
import { ABOUT as YARD } from './estimateSamples.ts';

const PROJECTS = '/projects';
const REFRESH = '/token/refresh/';
const record = recordTransitions();
let stop: () => void = () => undefined;
afterEach(() => {
  cleanup();
  projects = [];
  stop();
});

/** The projects of the team. */
let projects: readonly object[] = [];
function answers({ method, path, body }: Heard, isSignedIn: boolean) {
  if (path === '/public/act/') return ABOUT;
  if (path === `/acts/${ABOUT.act.id}/summary/`) return SUMMARY;
  if (path === '/projects?team_id=7' && isSignedIn) return projects;
  if (path === PROJECTS && method === 'POST' && isSignedIn) {
    if (body.name === 'Taken') throw new Refused(400, { name: ['There is one already'] });
    return YARD.project;
  }
  return undefined;
}

/** The application at a path, with Ann signed in and a server that answers on demand. */
async function open(path: string) {
  window.history.replaceState(null, '', path);
  const server = honestServer(answers);
  server.kept.tokens = server.issue();
  let announceToTab: Parameters<Tabs['listen']>[0] = () => undefined;
  const tabs = {
    tell: () => undefined,
    listen(listener: typeof announceToTab) {
      announceToTab = listener;
    },
  };
  const actum = createActum({ ...server.outside, tabs }, { path, search: '' }, { inspect: record.inspect });
  stop = actum.stop;
  const screens = provideScreens(actum);
  const theme = createActor(themeMachine, { input: { stored: null } }).start();
  await act(async () => {
    render(
      <StrictMode>
        <ActumProvider actum={actum}>
          <ScreensProvider screens={screens}>
            <ThemeProvider theme={theme}>
              <App />
            </ThemeProvider>
          </ScreensProvider>
        </ActumProvider>
      </StrictMode>,
    );
    await settled();
  });
  const answer = (asked: string) => act(() => server.answer(server.pending().indexOf(asked)));
  return { server, answer, signOutElsewhere: () => act(async () => announceToTab(null)) };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** Answers every call and those that follow, until there is a heading. */
async function answerAll({ server }: Opened, heading: string) {
  const all = async () => {
    while (server.pending().length > 0) await act(() => server.answer(0));
  };
  await all();
  await screen.findByRole('heading', { level: 1, name: heading });
  await all();
}

const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settled();
  });
const heading = () => screen.findByRole('heading', { level: 1 }).then(({ textContent }) => textContent);
const creating = () => screen.queryByRole('button', { name: 'Create project' })?.getAttribute('aria-busy') ?? null;
/** The tokens of a call's requests, in order. */
const carried = ({ server }: Opened, path: string) => server.asked.filter((each) => each.path === path).map(({ access }) => access);

const ask = () =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true });
    await settled();
  });
/** The project among the palette's destinations. */
const place = () => screen.queryByRole('option', { name: /Yard/ });

/** Ann creates a project and waits for it. */
async function askForProject(name = 'Yard'): Promise<Opened> {
  const opened = await open('/projects');
  await answerAll(opened, 'Projects');
  await press('Create the first project');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Project name' }), { target: { value: name } });
  await press('Create project');
  expect([opened.server.pending(), creating()]).toEqual([[PROJECTS], 'true']);
  return opened;
}

test('a refusal reaches the place that made the call', async () => {
  const { answer } = await askForProject('Taken');
  await answer(PROJECTS);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Project name', description: 'There is one already' });
  expect([creating(), field.value]).toEqual([null, 'Taken']);
});

test('a call whose token expired waits, and continues by itself under the new one', async () => {
  const opened = await askForProject();
  const { server, answer } = opened;
  server.expireAccess();
  await answer(PROJECTS);
  expect([server.pending(), creating()]).toEqual([[REFRESH], 'true']);
  await answer(REFRESH);
  await answer(PROJECTS);
  expect(creating()).toBeNull();
  expect(window.location.pathname).toBe(`/project/${YARD.project.id}`);
  expect(carried(opened, PROJECTS)).toEqual(['A1', 'A2']);
});

test('a call made while a token is being renewed waits for it', async () => {
  const opened = await open('/projects');
  const { server, answer } = opened;
  await answerAll(opened, 'Projects');
  server.expireAccess();
  projects = [YARD.project];
  await ask();
  // The palette's results are read by code that is loaded on first use.
  await expect.poll(() => server.pending()).toEqual(['/projects?team_id=7']);
  await answer('/projects?team_id=7');
  expect(server.pending()).toEqual([REFRESH]);
  // A repeated submission aborts the first call, and the second one is not sent yet.
  await ask();
  await ask();
  expect([server.pending(), place()]).toEqual([[REFRESH], null]);
  await answer(REFRESH);
  expect(server.pending()).toEqual(['/projects?team_id=7']);
  await answer('/projects?team_id=7');
  await screen.findByRole('option', { name: /Yard/ });
});

test('a call whose token is not renewed is refused, and the person is asked to sign in', async () => {
  const { server, answer } = await askForProject();
  server.revoke();
  await answer(PROJECTS);
  expect(creating()).toBe('true');
  await answer(REFRESH);
  expect([await heading(), creating(), server.pending()]).toEqual(['Log in', null, []]);
});

test('a call is given up with its screen once its person has signed out', async () => {
  const { server, signOutElsewhere } = await askForProject();
  await signOutElsewhere();
  expect([await heading(), window.location.pathname, server.pending()]).toEqual(['Log in', '/', []]);
});

const PUBLIC = '/public/act/';

test.each([
  ['the session ends while it is on its way', async ({ signOutElsewhere }: Opened) => signOutElsewhere()],
  [
    'its token is not renewed',
    async ({ server, answer }: Opened) => {
      server.revoke();
      await answer(PUBLIC);
      expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
      await answer(REFRESH);
    },
  ],
])('a call on a public page continues without a token where %s', async (_, end) => {
  const opened = await open('/public/h');
  await opened.answer('/profile/');
  await expect.poll(() => opened.server.pending()).toContain(PUBLIC);
  await end(opened);
  await answerAll(opened, 'Act 2');
  expect(carried(opened, PUBLIC)).toEqual(['A1', 'A1', null]);
});

test('every transition is walked', () => expect(record.missed(requestMachine)).toEqual([]));
