import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Api, Refused } from '../../domain/api/call.ts';
import type { Role } from '../../domain/permissions.ts';
import { anotherName, othersNeedYou } from '../../domain/sentences/ownData.ts';
import { ownDataOf } from '../../src/compose/screens/ownData.ts';
import { OwnData } from '../../src/views/account/OwnData.tsx';
import { personName } from '../../src/views/personName.ts';
import { TeamData } from '../../src/views/team/TeamData.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const DELETED = { id: 9, name: 'Old Bridges', deleted_at: '2026-01-01T10:00:00.000Z', gone_at: '2026-01-31T10:00:00.000Z' };

/** A server that refuses what `refused` names, once. */
async function shown(view: 'account' | Role, refused: Readonly<Record<string, Refused>> = {}) {
  const asked: string[] = [];
  const left = new Map(Object.entries(refused));
  const api = (async (route: string, given: { body?: object }) => {
    asked.push(given.body === undefined ? route : `${route} ${JSON.stringify(given.body)}`);
    const refusal = left.get(route);
    left.delete(route);
    if (refusal !== undefined) throw refusal;
    if (route === 'GET /teams/deleted/') return asked.some((each) => each.startsWith('POST /teams/:id/restore/')) ? [] : [DELETED];
    return { id: 9, name: DELETED.name, role: 'owner' };
  }) as unknown as Api;
  const { actum, people } = await stageFor('Ann');
  const around = { ...actum, api, openTeam: async () => undefined, readProfile: async () => undefined };
  const screens = Promise.resolve(ownDataOf(around));
  const gone: string[] = [];
  const team = { id: 7, name: 'North', role: view === 'account' ? ('owner' as const) : view };
  await show(
    { actum, people: { ...people, ownData: () => screens } },
    view === 'account' ? <OwnData /> : <TeamData of={team} onGone={() => gone.push('gone')} />,
  );
  return { asked, actum, gone };
}
const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
    await settled();
  });
const pressIn = (dialog: string, button: string) =>
  press(within(screen.getByRole('dialog', { name: dialog })).getByRole('button', { name: button }));

test('an account is deleted after a question; a refusal says what to do first', async () => {
  const { actum, asked } = await shown('account', { 'DELETE /profile/': new Refused(409, othersNeedYou({ team: 'North' })) });
  await press(screen.getByRole('button', { name: 'Delete my account' }));
  await pressIn('Delete your account?', 'Delete my account');
  expect(screen.getByRole('alert').textContent).toBe(
    'You are the last owner of North, and others work in it. Remove them or delete the team first',
  );
  await pressIn('Delete your account?', 'Delete my account');
  expect(asked.filter((route) => route === 'DELETE /profile/')).toHaveLength(2);
  expect(actum.session.getSnapshot().matches('signedOut')).toBe(true);
});

test('a deleted team is listed with the day it goes, restored after a question, and gone from the list', async () => {
  const { asked } = await shown('account');
  expect(screen.getByRole('listitem').textContent).toContain('Old Bridges gone for good on 01/31/26');
  await press(screen.getByRole('button', { name: 'Restore' }));
  await pressIn('Restore Old Bridges?', 'Restore');
  expect(asked).toContain('POST /teams/:id/restore/');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('an owner deletes a team by its name, and leaves it', async () => {
  const { asked, gone } = await shown('owner', {
    'POST /teams/:id/delete/': new Refused(400, { name: [anotherName({ team: 'North' }).detail] }),
  });
  const type = (name: string) => fireEvent.change(screen.getByLabelText('Type the team’s name'), { target: { value: name } });
  const submit = () =>
    act(async () => {
      fireEvent.submit(screen.getByLabelText('Type the team’s name').closest('form') as HTMLFormElement);
      await settled();
    });
  await press(screen.getByRole('button', { name: 'Delete the team' }));
  type('South');
  await submit();
  expect(screen.getByText('Type the name of the team exactly as it is written: North')).toBeDefined();
  type('North');
  await submit();
  expect(asked.at(-1)).toBe('POST /teams/:id/delete/ {"name":"North"}');
  expect(gone).toEqual(['gone']);
});

test.each(['admin', 'regular'] as const)('%s: nothing of it is offered', async (role) => {
  await shown(role);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a person who deleted their account has no name', () => {
  expect([personName('Ann'), personName('A former member')]).toEqual(['Ann', 'A former member']);
});
