import { Refused } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { isAskedFirst, teamChangeMachine } from './teamChange.ts';

const member = { id: 2, name: 'Bob', email: 'bob@actum.example', role: 'regular' as const, created_at: '2026-01-01T00:00:00.000Z' };
const invitation = {
  id: 5,
  email: 'eve@actum.example',
  role: 'regular' as const,
  invited_by: 'Ann',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
};

export const teamChangeModel: Model<typeof teamChangeMachine> = {
  machine: teamChangeMachine,
  starts: () => ({ idle: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  // One that waits covers every larger number; nothing is chosen behind the question about another.
  events: ({ value, context: { change: made, waiting } }) => [
    ...(waiting.length > 0 || (value !== 'idle' && made !== null && isAskedFirst(made))
      ? []
      : ([
          { type: 'change.chosen', change: { kind: 'role', member, role: 'admin' } },
          { type: 'change.chosen', change: { kind: 'leaving', member } },
          { type: 'change.chosen', change: { kind: 'withdrawal', invitation } },
        ] as const)),
    { type: 'change.confirmed' },
    { type: 'change.dismissed' },
    { type: 'xstate.done.actor.make' },
    { type: 'xstate.error.actor.make', error: new Refused(409, { detail: 'You are the last owner', code: 'last_owner' }) },
  ],
  broken: ({ value, context: { change, waiting } }) =>
    rules({
      'what is asked about or made is known': value === 'idle' || change !== null,
      'only what takes something is asked about': value !== 'asking' || (change !== null && isAskedFirst(change)),
      'nobody waits while nothing is done': value !== 'idle' || waiting.length === 0,
    }),
};
