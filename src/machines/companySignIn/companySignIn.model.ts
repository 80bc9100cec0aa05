import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { ssoDomain, ssoProve } from '../../../domain/sentences/singleSignOn.ts';
import { type Model, rules } from '../model.ts';
import { companySignInMachine } from './companySignIn.ts';

export const PROVE = ssoProve({ email: 'ann@builders.example', name: 'Builders' });
export const REFUSED = ssoDomain({ domain: 'evil.example' });

export const companySignInModel: Model<typeof companySignInMachine> = {
  machine: companySignInMachine,
  starts: () => ({ 'on the sign-in page': { task: 'offer' }, 'back from the provider': { task: 'answer' } }),
  stateKey: ({ value, context }) => ({ value, sentence: context.sentence?.code ?? null }),
  events: () => [
    { type: 'company.chosen' },
    { type: 'mail.asked' },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.leave' },
    { type: 'xstate.error.actor.leave', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.finish', output: '/act/3' },
    { type: 'xstate.error.actor.finish', error: new Refused(409, PROVE) },
    { type: 'xstate.error.actor.finish', error: new Refused(403, REFUSED) },
    { type: 'xstate.error.actor.finish', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.mail' },
    { type: 'xstate.error.actor.mail', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { sentence } }) =>
    rules({
      'who is refused is told why': value !== 'refused' || sentence !== null,
      'who has to prove an account is told which': value !== 'unproved' || sentence !== null,
      'an answer that nobody heard says so': value !== 'unanswered' || sentence !== null,
    }),
};
