import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import { PROFILE } from '../../src/machines/session/session.model.ts';
import { Email } from '../../src/views/account/Email.tsx';
import { NewAddress } from '../../src/views/account/NewAddress.tsx';
import { Password } from '../../src/views/account/Password.tsx';
import { Profile } from '../../src/views/account/Profile.tsx';
import { Forgot } from '../../src/views/entrance/Forgot.tsx';
import { Invitation } from '../../src/views/entrance/Invitation.tsx';
import { Login } from '../../src/views/entrance/Login.tsx';
import type { InvitationScreen } from '../../src/views/entrance/needs.ts';
import { Recovery } from '../../src/views/entrance/Recovery.tsx';
import { Register } from '../../src/views/entrance/Register.tsx';
import { TeamSettings } from '../../src/views/team/TeamSettings.tsx';
import { testForm } from './formScreens.tsx';
import { INVITED, openedInvitation, readTeam } from './samples.ts';
import type { Stage } from './stage.tsx';

afterEach(cleanup);

const email = 'ann@actum.example';
const nobody = { who: 'nobody', sentenceAt: null, says: null, path: '/projects' } as const;
const close = () => undefined;

await testForm('login', {
  ...nobody,
  machine: ({ actum }) => actum.loginForm,
  screen: (loginForm, { actum }) => ({ actum: { ...actum, loginForm }, view: <Login /> }),
  form: 'Login',
  labels: { email: 'Email', password: 'Password' },
  button: 'Log In',
  right: { email, password: 'secret' },
  wrong: [
    { email: '', password: '' },
    { email: 'ann', password: '12345' },
  ],
  output: undefined,
  // The session decides and shows its own errors, so this form always succeeds.
  outcomes: [{ type: 'xstate.done.actor.submit' }],
  elsewhere: ['#loginForm.submit -- xstate.error.actor.submit -> #loginForm.edit'],
  answers({ server }) {
    server.goAway(true);
    return { resolve: () => server.answer(0) };
  },
  alert: (_, { actum }) => actum.session.getSnapshot().context.error?.detail ?? null,
});

await testForm('register', {
  ...nobody,
  machine: ({ people }) => people.register,
  screen: (register, { people }) => ({ people: { ...people, register }, view: <Register /> }),
  form: 'Register',
  labels: { name: 'Name', email: 'Email', password: 'Password' },
  button: 'Register',
  path: '/',
  right: { name: ' Ann ', email, password: 'a dry cellar' },
  wrong: [
    { name: ' ', email: '', password: '' },
    { name: 'Ann', email: 'ann', password: '1234567' },
  ],
  output: { detail: 'Open the link' },
});

await testForm('forgot', {
  ...nobody,
  machine: ({ people }) => people.forgot,
  screen: (forgot, { people }) => ({ people: { ...people, forgot }, view: <Forgot /> }),
  form: 'Forgot password',
  labels: { email: 'Email' },
  button: 'Send the link',
  buttonAfter: 'Send it again',
  says: 'If there is an account with this address, a link to choose a new password is on its way.',
  right: { email },
  wrong: [{ email: '' }, { email: 'ann' }],
  output: { detail: 'A link is on its way' },
});

await testForm('recovery', {
  ...nobody,
  machine: ({ people }) => people.recovery('h1'),
  screen: (machine, { people }) => ({ people: { ...people, recovery: () => machine }, view: <Recovery /> }),
  form: 'Password recovery',
  labels: { password: 'New password' },
  button: 'Save the password',
  path: '/',
  right: { password: 'a dry cellar' },
  wrong: [{ password: '' }, { password: '1234567' }],
  output: { detail: 'Changed' },
  refusal: new Refused(400, { detail: 'This link has been used', code: 'recovery_invalid' }),
  isGone: ({ context }) => context.code === 'recovery_invalid',
});

const atInvitation = (over: Partial<InvitationScreen>, { people }: Stage, is_registered: boolean) => {
  const opened = { ...openedInvitation(people.invitation('h1'), is_registered), ...over };
  return { people: { ...people, invitation: () => opened }, view: <Invitation /> };
};

await testForm('an invitation, as a newcomer', {
  ...nobody,
  machine: ({ people }) => people.invitation('h1').newcomer,
  screen: (newcomer, stage) => atInvitation({ newcomer }, stage, false),
  form: 'Invitation',
  labels: { name: 'Name', password: 'Password' },
  button: 'Create account and join',
  right: { name: 'Ann', password: 'a dry cellar' },
  wrong: [
    { name: '', password: '' },
    { name: 'Ann', password: '1234567' },
  ],
  output: undefined,
});

await testForm('an invitation, as a known person', {
  ...nobody,
  machine: ({ people }) => people.invitation('h1').known,
  screen: (known, stage) => atInvitation({ known }, stage, true),
  form: 'Invitation',
  labels: { password: 'Password' },
  button: 'Log in and join',
  right: { password: 'secret' },
  wrong: [{ password: '' }, { password: '12345' }],
  output: undefined,
});

const ann = { who: 'Ann', says: null, path: '/projects' } as const;

await testForm("the profile's name", {
  ...ann,
  machine: ({ people }) => people.profile.name,
  screen: (name, { people }) => ({
    people: { ...people, profile: { ...people.profile, name } },
    view: <Profile name={PROFILE.name} />,
  }),
  form: 'Save',
  labels: { name: 'Your name' },
  button: 'Save',
  sentenceAt: 'name',
  says: 'Saved',
  right: { name: 'Anna' },
  wrong: [{ name: ' ' }],
  output: PROFILE,
});

await testForm('another address', {
  ...ann,
  machine: ({ people }) => people.profile.email,
  screen: (form, { people }) => ({
    people: { ...people, profile: { ...people.profile, email: form } },
    view: <Email email={email} />,
  }),
  form: 'Email',
  labels: { email: 'New email' },
  button: 'Change',
  sentenceAt: 'email',
  says: 'We have sent a link to new@actum.example. Open it to use that address; until then nothing changes.',
  right: { email: 'new@actum.example' },
  wrong: [{ email: '' }, { email: 'new' }],
  output: { email: 'new@actum.example' },
});

await testForm('the link of a new address', {
  ...ann,
  machine: ({ people }) => people.newAddress('h1'),
  screen: (machine, { people }) => ({ people: { ...people, newAddress: () => machine }, view: <NewAddress /> }),
  form: 'Your new email',
  labels: {},
  button: 'Use this address',
  sentenceAt: null,
  path: '/account',
  right: {},
  wrong: [],
  elsewhere: ['#newAddress.edit -- form.submitted[1] -> #newAddress.edit.open'],
  output: { ...PROFILE, email: 'new@actum.example' },
  refusal: new Refused(400, { detail: 'This link has been used', code: 'address_link_invalid' }),
  isGone: ({ context }) => context.code === 'address_link_invalid',
});

await testForm('the password', {
  ...ann,
  machine: ({ people }) => people.profile.password,
  screen: (password, { people }) => ({
    people: { ...people, profile: { ...people.profile, password } },
    view: <Password email={email} />,
  }),
  form: 'Password',
  labels: { old: 'Current password', new: 'New password' },
  button: 'Change password',
  sentenceAt: null,
  says: 'Your password has been changed, and you are logged out everywhere else.',
  right: { old: 'secret', new: 'a dry cellar' },
  wrong: [
    { old: '', new: '' },
    { old: 'secret', new: '1234567' },
  ],
  output: { detail: 'Your password has been changed' },
});

// The team's settings show this part once its code is there.
await import('../../src/compose/screens/ownData.ts');

await testForm('inviting somebody', {
  ...ann,
  machine: ({ people }) => people.team(7).invite,
  screen(invite, { people }) {
    const settings = { ...readTeam(people.team(7)), invite };
    return { people: { ...people, team: () => settings }, view: <TeamSettings open onClose={close} /> };
  },
  form: 'Invite',
  labels: { email: 'Email' },
  button: 'Invite',
  sentenceAt: 'email',
  problemsAt: { role: 'email', language: 'email' },
  says: `The invitation is on its way to ${INVITED.email}`,
  right: { email: INVITED.email, role: 'regular', language: 'en' },
  wrong: [
    { email: '', role: 'regular', language: 'en' },
    { email: 'eve', role: 'regular', language: 'en' },
  ],
  output: INVITED,
});
