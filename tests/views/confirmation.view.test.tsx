import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import { confirmationModel } from '../../src/machines/confirmation/confirmation.model.ts';
import { ConfirmEmail } from '../../src/views/entrance/ConfirmEmail.tsx';
import { Login } from '../../src/views/entrance/Login.tsx';
import { Register } from '../../src/views/entrance/Register.tsx';
import { ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const LINK = '/confirm-email/h1';
const SCREENS = {
  confirming: { path: LINK, title: null, alert: null, status: null, again: false },
  confirmed: { path: '/', title: 'Log in', alert: null, status: 'Email has been successfully confirmed', again: false },
  refused: { path: '/register', title: 'Create an account', alert: 'Confirmation code is invalid', status: null, again: false },
  unanswered: {
    path: LINK,
    title: 'Your email is not confirmed yet',
    alert: 'The server cannot be reached. The link stays valid, so try again.',
    status: null,
    again: true,
  },
} as const;

testView({
  model: confirmationModel,
  start: 'opened',
  promises: ['confirm'],
  async show(ready) {
    const stage = await stageFor('nobody', LINK);
    const machine = ready(confirmationModel.machine);
    await show(
      { ...stage, people: { ...stage.people, confirmation: () => machine } },
      <Routes>
        <Route path={ROUTES['confirm-email']} element={<ConfirmEmail />} />
        <Route path={ROUTES.login} element={<Login />} />
        <Route path={ROUTES.register} element={<Register />} />
      </Routes>,
    );
  },
  act: () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  seen: () => ({
    path: window.location.pathname,
    title: screen.queryByRole('heading', { level: 1 })?.textContent ?? null,
    alert: screen.queryByRole('alert')?.textContent ?? null,
    status: screen.queryByText(/./, { selector: '[role=status]' })?.textContent ?? null,
    again: screen.queryByRole('button', { name: 'Try again' }) !== null,
  }),
  due: ({ value }) => SCREENS[value],
});
