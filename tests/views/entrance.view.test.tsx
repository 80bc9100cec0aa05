import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Call, Refused, Unanswered } from '../../domain/api/call.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import { providePeople } from '../../src/compose/people.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { STEP } from '../../src/machines/session/session.model.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { App } from '../../src/views/app.tsx';
import { PeopleProvider } from '../../src/views/people.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { honestServer } from '../model/honestServer.ts';
import { settled } from '../model/world.ts';

afterEach(cleanup);
beforeEach(() => window.history.replaceState(null, '', '/'));

type Answers = Readonly<Record<string, () => unknown>>;
/** The application at a path, with a server that answers these calls at once and no others. */
async function open(path: string, answers: Answers, { keeps = true } = {}) {
  window.history.replaceState(null, '', path);
  const { outside } = honestServer();
  const asked: string[] = [];
  const rest = async (call: Call) => {
    const name = call.kind === 'rest' ? `${call.method} ${call.path}` : 'graphql';
    asked.push(name);
    const answer = answers[name];
    if (answer === undefined) throw new Unanswered(name);
    return answer();
  };
  const actum = createActum({ ...outside, rest, graphql: rest, cookies: { ...outside.cookies, keeps: () => keeps } }, { path, search: '' });
  const people = Promise.resolve(providePeople(actum));
  await act(async () => {
    render(
      <StrictMode>
        <ActumProvider actum={actum}>
          <ScreensProvider screens={provideScreens(actum)}>
            <PeopleProvider people={() => people}>
              <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
                <App />
              </ThemeProvider>
            </PeopleProvider>
          </ScreensProvider>
        </ActumProvider>
      </StrictMode>,
    );
    await settled();
  });
  return { actum, asked: () => asked };
}
const refuse = (status: number, body: unknown) => () => {
  throw new Refused(status, body);
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settled();
  });
};

describe('the link of a confirmation mail', () => {
  const call = 'POST /confirm_email/';
  test('is used once, and the login says that it worked', async () => {
    const { asked } = await open('/confirm-email/h1', { [call]: () => ({ detail: 'ok' }) });
    expect((await screen.findByText('Email has been successfully confirmed')).getAttribute('role')).toBe('status');
    expect({ asked: asked(), path: window.location.pathname }).toEqual({ asked: [call], path: '/' });
    await waitFor(() => expect(document.title).toBe('Actum Login'));
  });
  test('that is refused leads to the register screen, which says so', async () => {
    const { asked } = await open('/confirm-email/h1', { [call]: refuse(400, { detail: 'No', code: 'confirmation_invalid' }) });
    expect((await screen.findByRole('alert')).textContent).toBe('Confirmation code is invalid');
    expect({ asked: asked(), path: window.location.pathname }).toEqual({ asked: [call], path: '/register' });
  });
  test('is repeated when nobody answered', async () => {
    const answers: Record<string, () => unknown> = {};
    await open('/confirm-email/h1', answers);
    expect((await screen.findByRole('alert')).textContent).toBe('The server cannot be reached. The link stays valid, so try again.');
    answers[call] = () => ({ detail: 'ok' });
    await press('Try again');
    await screen.findByText('Email has been successfully confirmed');
  });
});

test('a person who has not confirmed the address can have the mail sent again, with another message than after registering', async () => {
  const { asked } = await open('/', {
    'POST /token/': refuse(400, { detail: 'Confirm your email first: open the link we sent you', code: 'email_unconfirmed' }),
    'POST /confirm_email/resend/': () => ({ detail: 'A new link is on its way' }),
    'POST /register/': () => ({ detail: 'Open the link' }),
  });
  type('Email', 'ann@actum.example');
  type('Password', 'secret');
  await press('Log In');
  expect(screen.getByRole('alert').textContent).toBe('Confirm your email first: open the link we sent you');
  fireEvent.click(await screen.findByRole('button', { name: 'Send the link again' }));
  expect((await screen.findByText('If this address is waiting to be confirmed, a new link is on its way.')).getAttribute('role')).toBe(
    'status',
  );

  fireEvent.click(screen.getByRole('link', { name: 'Register' }));
  await screen.findByRole('heading', { name: 'Create an account' });
  type('Name', 'Ann');
  type('Email', 'ann@actum.example');
  type('Password', 'a dry cellar');
  await press('Register');
  expect((await screen.findByRole('status')).textContent).toBe('We sent you a link. Open it to confirm your address.');
  expect(screen.queryByRole('alert')).toBe(null);
  expect(asked()).toEqual(['POST /token/', 'POST /confirm_email/resend/', 'POST /register/']);
});

test('coming from another screen moves the focus to the heading, and opening the page does not', async () => {
  await open('/', {});
  await screen.findByRole('heading', { name: 'Log in' });
  expect(document.activeElement).toBe(document.body);
  await act(async () => {
    fireEvent.click(screen.getByRole('link', { name: 'Register' }));
    await settled();
  });
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Create an account' }));
});

test('where no secure cookie is kept the login says how long the sign-in lasts', async () => {
  await open('/', {}, { keeps: false });
  screen.getByText('This page was opened without https, so you stay logged in only until you reload it.');
});

describe('an invitation', () => {
  const read = 'GET /invitations/h1/';
  const invitation = (is_registered: boolean) => () => ({
    team: { id: 9, name: 'Roofers' },
    email: 'ann@actum.example',
    role: 'regular',
    invited_by: 'Bob',
    expires_at: '2030-01-01T00:00:00.000Z',
    is_registered,
  });
  test.each([
    [404, { detail: 'Not found' }, 'There is no invitation with this link. Check that you copied the whole link, or ask for a new one.'],
    [409, { detail: 'This invitation has expired', code: 'invitation_expired' }, 'This invitation has expired'],
  ])('that answers %i says why, with a way on', async (status, body, sentence) => {
    await open('/invitation/h1', { [read]: refuse(status, body) });
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/');
  });
  test('of a known person: a wrong password is shown here, and nobody joins', async () => {
    const { asked, actum } = await open('/invitation/h1', {
      [read]: invitation(true),
      'POST /token/': refuse(400, { detail: 'The email or the password is wrong', code: 'bad_credentials' }),
    });
    await screen.findByRole('heading', { name: 'Join Roofers' });
    type('Password', 'secret');
    await press('Log in and join');
    expect(screen.getByRole('alert').textContent).toBe('The email or the password is wrong');
    expect({ asked: asked().filter((each) => each !== read), session: actum.session.getSnapshot().context.error }).toEqual({
      asked: ['POST /token/'],
      session: null,
    });
    expect(actum.invitation.getSnapshot().value).toBe('waiting');
  });
  test('of a newcomer: account, sign-in, and the team, in this order', async () => {
    const { asked } = await open('/invitation/h1', {
      [read]: invitation(false),
      'POST /invitations/h1/': () => ({ id: 9, name: 'Roofers', role: 'regular' }),
      'POST /token/': () => ({ access: 'A1', refresh: 'R1' }),
      'GET /profile/': () => ({ id: 1, email: 'ann@actum.example', name: 'Ann', language: 'en', teams: [] }),
      graphql: () => ({ statuses: [], units: [] }),
    });
    await screen.findByRole('heading', { name: 'Join Roofers' });
    type('Name', 'Ann');
    type('Password', 'a dry cellar');
    await press('Create account and join');
    await screen.findByRole('heading', { name: 'You are not in a team yet' });
    // The next screen makes further requests.
    const first = asked().filter((each) => each !== read && each !== 'graphql');
    expect(first.slice(0, 3)).toEqual(['POST /invitations/h1/', 'POST /token/', 'GET /profile/']);
  });
});

test('a new password is judged while it is typed: its faults, and how to improve it', async () => {
  await open('/register', {});
  await screen.findByRole('heading', { name: 'Create an account' });
  screen.getByText('At least 8 characters');
  type('Name', 'Anna Kalna');
  for (const [typed, says] of [
    ['annak', 'This field should be at least 8 characters long'],
    ['Password1', 'This is one of the most common passwords, which attackers try first. Choose another'],
    ['annakalna26', 'Choose a password that is not based on your name, your address or your team'],
    ['dry cellar', 'Good enough. Longer is better: a few words that only you would combine'],
    ['a dry cellar in June', 'Hard to guess'],
  ] as const) {
    type('Password', typed);
    await screen.findByText(says);
  }
  type('Password', '');
  screen.getByText('At least 8 characters');
});

test('after the password a code is asked for; the person can go back, and the code’s tokens open the projects', async () => {
  const { asked, actum } = await open('/', {
    'POST /token/': refuse(403, STEP),
    'POST /token/factor/': () => ({ access: 'A1', refresh: 'R1' }),
    'GET /profile/': () => ({ id: 1, email: 'ann@actum.example', name: 'Ann', language: 'en', teams: [] }),
    graphql: () => ({ statuses: [], units: [] }),
  });
  const logIn = async () => {
    type('Email', 'ann@actum.example');
    type('Password', 'secret');
    await press('Log In');
    await screen.findByRole('heading', { name: 'One more step' });
  };
  await logIn();
  await press('Back to login');
  await screen.findByRole('heading', { name: 'Log in' });
  expect(actum.session.getSnapshot().context.step).toBe(null);
  await logIn();
  await press('Use a code from the app');
  type('Code', '123 456');
  await press('Log In');
  await screen.findByRole('heading', { name: 'You are not in a team yet' });
  expect(asked().filter((each) => each.startsWith('POST'))).toEqual(['POST /token/', 'POST /token/', 'POST /token/factor/']);
});
