import { expect, test } from 'vitest';
import { createActor, createEmptyActor, fromPromise } from 'xstate';
import { PROFILE } from '../../src/machines/session/session.model.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { PROFILE_REQUEST } from '../../src/machines/session/types.ts';

/** Ann's session was lost on a project page, and somebody signs in from another tab, which passes on only the tokens. */
function lostByAnn() {
  const input = { app: createEmptyActor(), tokens: { access: 'A0', refresh: 'R0' }, publicKey: null, destination: null };
  const request = fromPromise(() => new Promise<never>(() => undefined)) as never;
  const session = createActor(sessionMachine.provide({ actors: { request } }), { input });
  const went: string[] = [];
  session.on('navigation.wanted', ({ path }) => went.push(path));
  session.start();
  const arrives = (email: string) =>
    session.send({ type: 'request.settled', id: PROFILE_REQUEST, outcome: { ok: true, answer: { ...PROFILE, email } } });
  arrives('ann@actum.example');
  session.send({ type: 'tokens.changedElsewhere', tokens: null });
  session.send({ type: 'destination.kept', path: '/project/5' });
  session.send({ type: 'tokens.changedElsewhere', tokens: { access: 'B0', refresh: 'S0' } });
  return { went, arrives };
}

test('an address kept for one person is not opened for another who signs in from another tab', () => {
  const { went, arrives } = lostByAnn();
  arrives('bob@actum.example');
  expect(went).toEqual(['/', '/projects']);
});

test('it is opened for the same person, once that is known', () => {
  const { went, arrives } = lostByAnn();
  expect(went).toEqual(['/', '/projects']);
  arrives('Ann@Actum.example');
  expect(went).toEqual(['/', '/projects', '/project/5']);
});
