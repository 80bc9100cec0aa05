import { type Model, rules } from '../model.ts';
import { loginFormMachine } from './loginForm.ts';

export const loginFormModel: Model<typeof loginFormMachine> = {
  machine: loginFormMachine,
  starts: () => ({ empty: undefined }),
  place: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'form.submitted', email: ' ann@actum.example ', password: 'secret' },
    { type: 'form.submitted', email: ' ', password: '' },
    { type: 'form.submitted', email: 'ann', password: '12345' },
    { type: 'form.submitted', email: 'ann@actum.example', password: '12345' },
    { type: 'xstate.done.actor.logIn' },
    { type: 'xstate.error.actor.logIn', error: new Error('stopped') },
  ],
  broken: ({ value, context: { problems } }) =>
    rules({ 'nothing wrong is submitted': value !== 'submit' || (problems.email === null && problems.password === null) }),
};
