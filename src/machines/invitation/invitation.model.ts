import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { invitationMachine } from './invitation.ts';

const invitation = {
  team: { id: 9, name: 'Roofers' },
  email: 'ann@actum.example',
  role: 'regular' as const,
  invited_by: 'Bob',
  expires_at: '2030-01-01T00:00:00.000Z',
  is_registered: true,
};

export const invitationModel: Model<typeof invitationMachine> = {
  machine: invitationMachine,
  starts: () => ({ 'opened by a link': { hash: 'h1' }, 'opened otherwise': { hash: null } }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'profile.loaded', teams: [] },
    { type: 'session.ended', forgetsCompany: true },
    { type: 'join.chosen' },
    { type: 'join.promised' },
    { type: 'join.withdrawn' },
    { type: 'invitation.dismissed' },
    { type: 'xstate.done.actor.look', output: { invitation, isTheirs: true } },
    { type: 'xstate.done.actor.look', output: { invitation, isTheirs: false } },
    { type: 'xstate.error.actor.look', error: new Refused(409, { detail: 'Withdrawn', code: 'invitation_withdrawn' }) },
    { type: 'xstate.error.actor.look', error: new Refused(404, { detail: 'Not found' }) },
    { type: 'xstate.error.actor.look', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.join', output: { id: 9, name: 'Roofers', role: 'regular' } },
    { type: 'xstate.error.actor.join', error: new Refused(409, { detail: 'Expired', code: 'invitation_expired' }) },
    { type: 'xstate.error.actor.join', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { hash, found, sentence } }) =>
    rules({
      'only an invitation that is there is asked about': hash !== null || value === 'waiting',
      'what is offered is known': (value !== 'offered' && value !== 'foreign') || found !== null,
      'an invitation for another address is not offered': value !== 'offered' || found?.isTheirs === true,
      'a refusal says why': value !== 'refused' || sentence !== null,
    }),
};
