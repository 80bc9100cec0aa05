import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { loginFormModel } from '../../src/machines/loginForm/loginForm.model.ts';
import { loginFormMachine, problemsOf } from '../../src/machines/loginForm/loginForm.ts';
import { testEdges } from '../model/edges.ts';

testEdges(loginFormModel, { promises: ['logIn'] });

const email = 'ann@actum.example';
test.each([
  [
    { email: '', password: '' },
    { email: 'Value is required', password: 'Value is required' },
  ],
  [
    { email: '   ', password: 'secret' },
    { email: 'Value is required', password: null },
  ],
  [
    { email: 'ann', password: 'secret' },
    { email: 'Value is not a valid email address', password: null },
  ],
  [
    { email, password: '12345' },
    { email: null, password: 'This field should be at least 6 characters long' },
  ],
  [
    { email: ` ${email} `, password: 'secret' },
    { email: null, password: null },
  ],
])('%j: the first message of each field', (typed, expected) => expect(problemsOf(typed)).toEqual(expected));

test('what is handed on is trimmed', () => {
  const handed: unknown[] = [];
  const machine = loginFormMachine.provide({ actors: { logIn: fromPromise(async ({ input }) => void handed.push(input)) } });
  createActor(machine)
    .start()
    .send({ type: 'form.submitted', email: ` ${email} `, password: ' secret ' });
  expect(handed).toEqual([{ email, password: ' secret ' }]);
});
