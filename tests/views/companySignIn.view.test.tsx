import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import { companySignInModel, PROVE, REFUSED } from '../../src/machines/companySignIn/companySignIn.model.ts';
import { CompanyReturn } from '../../src/views/entrance/CompanyReturn.tsx';
import { Login } from '../../src/views/entrance/Login.tsx';
import { ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const AWAY = 'The server cannot be reached. Check the connection and try again';
const BUTTONS = {
  'company.chosen': 'Continue with Builders',
  'mail.asked': 'Send me a link',
  'retry.requested': 'Try again',
};
/** Transitions of the machine's other task. */
const OF_THE_BUTTON = [
  '#companySignIn.deciding -- always[1] -> #companySignIn.offered',
  '#companySignIn.leaving -- xstate.done.actor.leave -> #companySignIn.left',
  '#companySignIn.leaving -- xstate.error.actor.leave -> #companySignIn.offered',
  '#companySignIn.offered -- company.chosen -> #companySignIn.leaving',
];
const OF_THE_ANSWER = [
  '#companySignIn.deciding -- always[0] -> #companySignIn.finishing',
  '#companySignIn.mailing -- xstate.done.actor.mail -> #companySignIn.mailed',
  '#companySignIn.mailing -- xstate.error.actor.mail -> #companySignIn.unproved',
  '#companySignIn.finishing -- xstate.done.actor.finish -> #companySignIn.arrived',
  '#companySignIn.finishing -- xstate.error.actor.finish[0] -> #companySignIn.unproved',
  '#companySignIn.finishing -- xstate.error.actor.finish[1] -> #companySignIn.refused',
  '#companySignIn.finishing -- xstate.error.actor.finish[2] -> #companySignIn.unanswered',
  '#companySignIn.unanswered -- retry.requested -> #companySignIn.finishing',
  '#companySignIn.unproved -- mail.asked -> #companySignIn.mailing',
];
const seen = () => ({
  title: screen.queryByRole('heading', { level: 1 })?.textContent ?? null,
  said: screen.queryByRole('alert')?.textContent ?? screen.queryByText(PROVE.detail)?.textContent ?? null,
  buttons: screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => Object.values(BUTTONS).includes(text ?? '')),
});
const press = ({ type }: { readonly type: keyof typeof BUTTONS }) =>
  void fireEvent.click(screen.getByRole('button', { name: BUTTONS[type] }));

testView({
  model: companySignInModel,
  start: 'on the sign-in page',
  promises: ['leave', 'finish', 'mail'],
  elsewhere: OF_THE_ANSWER,
  async show(ready) {
    const stage = await stageFor('nobody', '/');
    const machine = ready(companySignInModel.machine);
    const actum = { ...stage.actum, companyWayIn: Promise.resolve({ name: 'Builders', is_only_way: false }) };
    await show(
      { actum, people: { ...stage.people, companySignIn: () => machine } },
      <Routes>
        <Route path={ROUTES.login} element={<Login />} />
      </Routes>,
    );
    await screen.findByRole('button', { name: BUTTONS['company.chosen'] });
  },
  act: press,
  seen: () => ({ ...seen(), busy: screen.getByRole('button', { name: BUTTONS['company.chosen'] }).getAttribute('aria-busy') === 'true' }),
  due: ({ value, context }) => ({
    title: 'Log in',
    said: context.sentence === null ? null : AWAY,
    buttons: ['Continue with Builders'],
    busy: value === 'leaving' || value === 'left',
  }),
});

const BACK = {
  finishing: { title: null, said: null, buttons: [] },
  unproved: { title: 'Is this account yours?', buttons: ['Send me a link'] },
  mailing: { title: 'Is this account yours?', buttons: ['Send me a link'] },
  mailed: { title: 'Is this account yours?', said: null, buttons: [] },
  refused: { title: 'You are not logged in', said: REFUSED.detail, buttons: [] },
  unanswered: { title: 'The login was not completed', said: AWAY, buttons: ['Try again'] },
  arrived: { title: null, said: null, buttons: [] },
} as const;

testView({
  model: companySignInModel,
  start: 'back from the provider',
  promises: ['leave', 'finish', 'mail'],
  elsewhere: OF_THE_BUTTON,
  async show(ready) {
    const stage = await stageFor('nobody', '/company?code=c&state=s');
    const machine = ready(companySignInModel.machine);
    await show(
      { ...stage, people: { ...stage.people, companySignIn: () => machine } },
      <Routes>
        <Route path={ROUTES.company} element={<CompanyReturn />} />
      </Routes>,
    );
  },
  act: press,
  seen: () => ({ ...seen(), address: window.location.pathname + window.location.search }),
  due: ({ value, context }) => ({
    said: value === 'unproved' || value === 'mailing' ? (context.sentence?.detail ?? null) : null,
    ...(BACK as Record<string, object>)[String(value)],
    address: '/company',
  }),
});
