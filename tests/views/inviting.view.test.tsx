import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TeamSettings } from '../../src/views/team/TeamSettings.tsx';
import { settled } from '../model/world.ts';
import { INVITED, readTeam } from './samples.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

async function choose(select: string, option: string): Promise<void> {
  fireEvent.click(screen.getByRole('combobox', { name: select }));
  const chosen = await screen.findByRole('option', { name: option });
  fireEvent.pointerDown(chosen);
  await act(async () => void fireEvent.click(chosen));
}

test('somebody is invited in the role and the language that were chosen', async () => {
  let sent: unknown = null;
  const stage = await stageFor('Ann', undefined, ({ path, method, body }) => {
    if (path !== '/teams/7/invitations/' || method !== 'POST') return undefined;
    sent = body;
    return INVITED;
  });
  const settings = readTeam(stage.people.team(7));
  await show({ ...stage, people: { ...stage.people, team: () => settings } }, <TeamSettings open onClose={() => undefined} />);
  const form = screen.getByRole('form', { name: 'Invite' });
  fireEvent.change(within(form).getByLabelText('Email'), { target: { value: INVITED.email } });
  await choose('Role', 'Admin');
  await choose('Language of the invitation', 'Latviešu');
  fireEvent.click(within(form).getByRole('button', { name: 'Invite' }));
  await settled();
  await act(() => stage.server.answer(stage.server.pending().lastIndexOf('/teams/7/invitations/')));
  expect(sent).toEqual({ email: INVITED.email, role: 'admin', language: 'lv' });
});
