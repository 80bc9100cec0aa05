import { Refused, Unanswered } from '../../../domain/contract/call.ts';
import { Registration } from '../../../domain/contract/credentials.ts';
import { type Model, rules } from '../model.ts';
import { form } from './form.ts';

const machine = form<Registration, { readonly detail: string }>('form', Registration, '2 Routes: /register, sign-up');
const typed = { name: 'Ann', email: ' ann@actum.example ', password: 'secret' };

export const formModel: Model<typeof machine> = {
  machine,
  starts: () => ({ empty: undefined }),
  place: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'form.submitted', typed },
    { type: 'form.submitted', typed: { name: ' ', email: '', password: '' } },
    { type: 'form.submitted', typed: { ...typed, email: 'ann', password: '12345' } },
    { type: 'xstate.done.actor.submit', output: { detail: 'Open the link' } },
    { type: 'xstate.error.actor.submit', error: new Refused(400, { email: ['An account with this address exists'] }) },
    { type: 'xstate.error.actor.submit', error: new Refused(400, { language: ['There is no such language'] }) },
    { type: 'xstate.error.actor.submit', error: new Refused(409, { detail: 'Used already', code: 'invitation_used' }) },
    { type: 'xstate.error.actor.submit', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { problems, sentence } }) => {
    const told = [Object.keys(problems).length > 0, sentence !== null, JSON.stringify(value).includes('accepted')].filter(Boolean).length;
    return rules({ 'one thing is said at a time': told <= 1, 'nothing is said while it is sent': value !== 'submit' || told === 0 });
  },
};
