import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { invitationModel } from '../../src/machines/invitation/invitation.model.ts';
import { invitationMachine } from '../../src/machines/invitation/invitation.ts';
import { offerOf } from '../../src/machines/invitation/selectors.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(invitationModel, { promises: ['look', 'join'] });

const TEAM = { id: 9, name: 'Roofers', role: 'regular' as const };
const INVITATION = {
  team: { id: 9, name: 'Roofers' },
  email: 'ann@actum.example',
  role: 'regular' as const,
  invited_by: 'Bob',
  expires_at: '2030-01-01T00:00:00.000Z',
  is_registered: true,
};
const loaded = { type: 'profile.loaded', teams: [] } as const;

function open() {
  const calls = holdCalls();
  const machine = invitationMachine.provide({ actors: { look: calls.actor('look'), join: calls.actor('join') } });
  const actor = createActor(machine, { input: { hash: 'h1' } }).start();
  const emitted: unknown[] = [];
  actor.on('team.joined', (event) => emitted.push(event));
  return { calls, actor, emitted, offer: () => offerOf(actor.getSnapshot()) };
}

test('the invitation is loaded after signing in, offered once, and joined when chosen', async () => {
  const { calls, actor, emitted, offer } = open();
  expect({ pending: calls.pending(), offer: offer() }).toEqual({ pending: [], offer: null });
  actor.send(loaded);
  await calls.resolve('look', { invitation: INVITATION, isTheirs: true });
  expect(offer()).toEqual({ kind: 'offered', found: { invitation: INVITATION, isTheirs: true } });
  actor.send({ type: 'join.chosen' });
  await calls.resolve('join', TEAM);
  actor.send(loaded);
  expect({ emitted, offer: offer(), pending: calls.pending() }).toEqual({
    emitted: [{ type: 'team.joined', team: TEAM }],
    offer: null,
    pending: [],
  });
});

test('an invitation for another address says so, and is offered again when somebody else signs in', async () => {
  const { calls, actor, offer } = open();
  actor.send(loaded);
  await calls.resolve('look', { invitation: INVITATION, isTheirs: false });
  expect(offer()).toEqual({ kind: 'foreign', found: { invitation: INVITATION, isTheirs: false } });
  actor.send({ type: 'join.chosen' });
  expect(calls.pending()).toEqual([]);
  actor.send({ type: 'session.ended', forgetsCompany: true });
  actor.send(loaded);
  expect(calls.pending()).toEqual(['look']);
});

test('a person who signs in to join is asked nothing more', async () => {
  const { calls, actor, emitted } = open();
  actor.send({ type: 'join.promised' });
  actor.send({ type: 'join.withdrawn' });
  actor.send({ type: 'join.promised' });
  actor.send(loaded);
  expect(calls.pending()).toEqual(['join']);
  await calls.resolve('join', TEAM);
  expect(emitted).toEqual([{ type: 'team.joined', team: TEAM }]);
});

test.each([
  [
    new Refused(409, { detail: 'This invitation has been withdrawn', code: 'invitation_withdrawn' }),
    { kind: 'refused', sentence: { detail: 'This invitation has been withdrawn', code: 'invitation_withdrawn' }, isUnanswered: false },
  ],
  [new Refused(404, { detail: 'Not found' }), { kind: 'unknown' }],
])('%s is shown until it is dismissed', async (error, expected) => {
  const { calls, actor, offer } = open();
  actor.send(loaded);
  await calls.reject('look', error);
  expect(offer()).toEqual(expected);
  actor.send({ type: 'invitation.dismissed' });
  actor.send(loaded);
  expect({ offer: offer(), pending: calls.pending() }).toEqual({ offer: null, pending: [] });
});
