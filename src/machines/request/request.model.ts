import { Refused, restCall, Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { requestMachine } from './request.ts';

export const requestModel: Model<typeof requestMachine> = {
  machine: requestMachine,
  starts: (session) => {
    const asked = { id: 'r1', call: restCall('GET /projects', { query: {} }), session };
    return {
      'with a token': { ...asked, credential: { kind: 'bearer', access: 'A1' } },
      'with none': { ...asked, credential: { kind: 'none' } },
      'awaiting one': { ...asked, credential: { kind: 'awaited' } },
    };
  },
  stateKey: ({ value, context: { credential, denied } }) => ({ value, credential, denied }),
  events: () => [
    { type: 'access.renewed', access: 'A2' },
    { type: 'access.lost', mayGoOn: true },
    { type: 'access.lost', mayGoOn: false },
    { type: 'xstate.done.actor.send', output: [] },
    { type: 'xstate.error.actor.send', error: new Refused(401, {}) },
    { type: 'xstate.error.actor.send', error: new Refused(409, { detail: 'Stale', code: 'stale_edit' }) },
    { type: 'xstate.error.actor.send', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { credential, denied } }) =>
    rules({
      'what waits was denied or never sent': value !== 'waiting' || denied || credential.kind === 'awaited',
      'nothing is sent while its token is on its way': value !== 'sending' || credential.kind !== 'awaited',
    }),
};
