import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import type { Team } from '../../domain/api/people.ts';
import { FactorAsked } from '../../src/views/team/FactorAsked.tsx';
import { TeamFactors } from '../../src/views/team/TeamFactors.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('an owner requires a second factor from a given day, is refused without one of their own, and removes the requirement', async () => {
  let from: string | null = null;
  let hasFactor = false;
  const stage = await stageFor('Ann', undefined, ({ path, method, body }) => {
    if (path !== '/teams/7/factor_requirement/') return undefined;
    if (method === 'PUT') {
      if (!hasFactor) throw new Refused(409, { detail: 'Add an authenticator app or a passkey first', code: 'no_factor_yet' });
      from = (body as { readonly from: string | null }).from;
    }
    return { from };
  });
  const answer = () => act(() => stage.server.answer(stage.server.pending().indexOf('/teams/7/factor_requirement/')));
  await show(stage, <TeamFactors teamId={7} />);
  while (stage.server.pending().includes('/teams/7/factor_requirement/')) await answer();
  const save = async (day: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Required from' }), { target: { value: day } });
    press('Save');
    await settled();
    await answer();
  };
  for (const noDay of ['', '31/31/26']) {
    fireEvent.change(screen.getByRole('textbox', { name: 'Required from' }), { target: { value: noDay } });
    press('Save');
    expect([screen.getByText(/^Enter the date as/) !== null, stage.server.pending().includes('/teams/7/factor_requirement/')]).toEqual([
      true,
      false,
    ]);
  }
  await save('12/31/26');
  expect(screen.queryByText(/^Enter the date as/)).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('Add an authenticator app or a passkey first');
  hasFactor = true;
  await save('12/31/26');
  expect(from).toBe(new Date('2026-12-31T00:00').toISOString());
  screen.getByText('Members need a second factor from 12/31/26 on');
  press('Stop requiring it');
  await settled();
  const buttonsWith = (attribute: string) =>
    screen.getAllByRole('button').flatMap((button) => (button.getAttribute(attribute) === 'true' ? [button.textContent] : []));
  expect([buttonsWith('aria-busy'), buttonsWith('aria-disabled')]).toEqual([['Stop requiring it'], ['Save', 'Stop requiring it']]);
  await answer();
  expect(from).toBe(null);
  expect(screen.queryByRole('button', { name: 'Stop requiring it' })).toBe(null);
});

const TEAM: Team = { id: 7, name: 'North', role: 'regular' };
const day = new Date('2026-12-31T00:00').toISOString();

test('before the day a banner warns members without a factor; from then on the team says why it is closed; both lead to the account', async () => {
  await show(await stageFor('Ann'), <FactorAsked team={{ ...TEAM, factor_from: day }} />);
  expect(screen.getByRole('status').textContent).toContain('From 12/31/26 on, North requires a second factor from its members.');
  expect(screen.getByRole('link', { name: 'Add one now' }).getAttribute('href')).toBe('/account');
  cleanup();
  await show(await stageFor('Ann'), <FactorAsked team={{ ...TEAM, factor_from: day, is_closed: true }} />);
  screen.getByRole('heading', { name: 'North requires a second factor' });
  expect(screen.getByRole('link', { name: 'Add one now' }).getAttribute('href')).toBe('/account');
  cleanup();
  await show(await stageFor('Ann'), <FactorAsked team={TEAM} />);
  expect(screen.queryByRole('link')).toBe(null);
});
