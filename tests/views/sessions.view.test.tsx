import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Api, Refused } from '../../domain/api/call.ts';
import type { Session } from '../../domain/api/sessionRoutes.ts';
import { sessionScreensOf } from '../../src/compose/screens/sessions.ts';
import { teamOf } from '../../src/compose/screens/team.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { AccountScreen } from '../../src/views/account/AccountScreen.tsx';
import { Sessions } from '../../src/views/account/Sessions.tsx';
import { TeamSettings } from '../../src/views/team/TeamSettings.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { settled } from '../model/world.ts';
import { readTeam } from './samples.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const at = '2026-01-01T10:00:00.000Z';
const session = (id: string, device: string, is_this = false): Session => ({
  id,
  device,
  address: '192.0.2.7',
  signed_in_at: at,
  last_used_at: at,
  methods: ['password'],
  is_this,
});

const ThemedAccount = () => (
  <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
    <AccountScreen />
  </ThemeProvider>
);

/** A server that knows sessions and refuses to end one of them. */
async function shown(view: 'account' | 'team' | 'page', refuses: string | null = null) {
  let sessions = [session('a', 'Firefox, Windows', true), session('b', 'Safari, iPhone'), session('c', '')];
  const asked: string[] = [];
  const api = (async (route: string, given: { params?: { session?: string; userId?: number } }) => {
    asked.push([route, given.params?.session ?? given.params?.userId].filter((part) => part !== undefined).join(' '));
    if (route.startsWith('GET ')) return sessions;
    if (given.params?.session === refuses) throw new Refused(403, { detail: 'Your role does not allow this', code: 'forbidden' });
    if (given.params?.session !== undefined && sessions.every(({ id }) => id !== given.params?.session))
      throw new Refused(404, { detail: 'Not found', code: 'not_found' });
    sessions = sessions.filter(({ is_this, id }) => (given.params?.session === undefined ? is_this : id !== given.params.session));
    return { detail: '' };
  }) as unknown as Api;
  const { actum, people, server } = await stageFor('Ann');
  const settings = readTeam(teamOf({ api, readProfile: actum.readProfile }, 7));
  const screens = { ...provideScreens(actum), sessions: () => promise };
  const promise = Promise.resolve(sessionScreensOf(api));
  const page = { account: <Sessions />, team: <TeamSettings open onClose={() => undefined} />, page: <ThemedAccount /> }[view];
  await show({ actum, people: { ...people, team: () => settings } }, page, screens);
  const endElsewhere = () => {
    sessions = sessions.filter(({ is_this }) => is_this);
  };
  return Object.assign(asked, { server, endElsewhere });
}
const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
    await settled();
  });
const devices = () => screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent);

test('each session is shown with its device in words, and this one cannot be ended by mistake', async () => {
  await shown('account');
  expect(devices()).toEqual(['Firefox, Windows', 'Safari, iPhone', 'Unknown device']);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('This device');
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
  expect(second?.textContent).toMatch(/192\.0\.2\.7 · logged in: .+ · last used: /);
});

test('a session is ended after a question, and is gone from the list', async () => {
  const asked = await shown('account');
  await press(screen.getByRole('button', { name: 'End the session on Safari, iPhone' }));
  const question = within(screen.getByRole('dialog', { name: 'End the session on Safari, iPhone?' }));
  await press(question.getByRole('button', { name: 'End' }));
  expect(asked).toContain('DELETE /profile/sessions/:session/ b');
  expect(devices()).toEqual(['Firefox, Windows', 'Unknown device']);
});

test('all other sessions are ended at once, and the offer disappears', async () => {
  await shown('account');
  await press(screen.getByRole('button', { name: 'End all other sessions' }));
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'End all other sessions' }));
  expect(devices()).toEqual(['Firefox, Windows']);
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
});

test('a session that cannot be ended says why in the dialog', async () => {
  await shown('account', 'b');
  await press(screen.getByRole('button', { name: 'End the session on Safari, iPhone' }));
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'End' }));
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe('Your role does not allow this');
});

test('a session that has already ended disappears from the list like one just ended', async () => {
  const { endElsewhere } = await shown('account');
  await press(screen.getByRole('button', { name: 'End the session on Safari, iPhone' }));
  endElsewhere();
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'End' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(devices()).toEqual(['Firefox, Windows']);
});

test('a changed password ends other sessions, which leave the list, and the emptied field shows no error', async () => {
  const { server, endElsewhere } = await shown('page');
  const listed = () => within(screen.getByRole('region', { name: 'Where you are logged in' })).queryAllByText('Safari, iPhone').length;
  expect(listed()).toBe(1);
  const form = within(screen.getByRole('form', { name: 'Password' }));
  fireEvent.change(form.getByLabelText('Current password'), { target: { value: 'secret' } });
  await act(async () => {
    fireEvent.change(form.getByLabelText('New password'), { target: { value: 'a dry cellar in June' } });
    await settled();
  });
  await form.findByText('Hard to guess');
  await press(form.getByRole('button', { name: 'Change password' }));
  endElsewhere();
  await act(async () => {
    await server.answer(server.pending().findIndex((path) => path.includes('password')));
    await settled();
  });
  expect(form.getByRole('status').textContent).toContain('you are logged out everywhere else');
  expect(listed()).toBe(0);
  expect(form.queryByText('Hard to guess')).toBeNull();
});

test('an owner sees where a member is logged in and ends it', async () => {
  const asked = await shown('team');
  await press(await screen.findByRole('button', { name: 'Sessions of Bob' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Where Bob is logged in' }));
  expect(dialog.getByText('Safari, iPhone')).toBeTruthy();
  await press(dialog.getByRole('button', { name: 'End every session' }));
  expect([...new Set(asked)]).toEqual(['GET /teams/:id/members/:userId/sessions/ 2', 'POST /teams/:id/members/:userId/sessions/end/ 2']);
  expect(screen.queryByRole('dialog', { name: 'Where Bob is logged in' })).toBeNull();
});
