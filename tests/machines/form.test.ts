import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { Credentials } from '../../domain/api/credentials.ts';
import { invalidEmail, required, tooShort } from '../../domain/sentences/fields.ts';
import { unreachable } from '../../domain/sentences/general.ts';
import { formModel } from '../../src/machines/form/form.model.ts';
import { form, problemsOf } from '../../src/machines/form/form.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls, settled } from '../model/world.ts';

testEdges(formModel, { promises: ['submit'] });

const email = 'ann@actum.example';
test.each([
  [
    { email: '', password: '' },
    { email: required(), password: required() },
  ],
  [{ email: '   ', password: 'secret' }, { email: required() }],
  [{ email: 'ann', password: 'secret' }, { email: invalidEmail() }],
  [{ email, password: '12345' }, { password: tooShort({ count: 6 }) }],
  [{ email: ` ${email} `, password: 'secret' }, {}],
])('%j: the first message of each field', (typed, expected) => expect(problemsOf(Credentials, typed)).toEqual(expected));

function open() {
  const calls = holdCalls();
  const machine = form<Credentials, string>('form', Credentials, '14.1 A form is checked when it is sent');
  const actor = createActor(machine.provide({ actors: { submit: calls.actor('submit') } })).start();
  const submit = (typed: Record<string, string>) => actor.send({ type: 'form.submitted', typed });
  return { calls, actor, submit, said: () => actor.getSnapshot().context };
}

test('submitted values are trimmed, and fields without a rule are dropped', async () => {
  const handed: unknown[] = [];
  const machine = form<Credentials, number>('form', Credentials, '14.1 A form is checked when it is sent').provide({
    actors: { submit: fromPromise(async ({ input }) => handed.push(input)) },
  });
  createActor(machine)
    .start()
    .send({ type: 'form.submitted', typed: { email: ` ${email} `, password: ' secret ', other: 'x' } });
  await settled();
  expect(handed).toEqual([{ given: { email, password: ' secret ' } }]);
});

test.each([
  [
    new Refused(400, { email: ['Taken', 'Too long'], role: ['Unknown role'] }),
    { problems: { email: expect.objectContaining({ detail: 'Taken. Too long' }) }, sentence: null, code: null },
  ],
  [new Refused(400, { role: ['Choose a role'] }), { problems: {}, sentence: { detail: 'Choose a role', code: '' }, code: null }],
  [
    new Refused(409, { detail: 'Used already', code: 'invitation_used' }),
    { problems: {}, sentence: { detail: 'Used already', code: 'invitation_used' }, code: 'invitation_used' },
  ],
  [new Unanswered('offline'), { problems: {}, sentence: unreachable(), code: null }],
])('%s is shown where it belongs', async (error, expected) => {
  const { calls, submit, said } = open();
  submit({ email, password: 'secret' });
  await calls.reject('submit', error);
  expect(said()).toEqual({ fields: ['email', 'password'], ...expected });
});

test('shows its result until it is submitted again', async () => {
  const { calls, actor, submit } = open();
  const emitted: unknown[] = [];
  actor.on('form.accepted', (event) => emitted.push(event));
  submit({ email, password: 'secret' });
  await calls.resolve('submit', 'Welcome');
  expect({ value: actor.getSnapshot().value, emitted }).toEqual({
    value: { edit: 'accepted' },
    emitted: [{ type: 'form.accepted', output: 'Welcome' }],
  });
  submit({ email: '', password: '' });
  expect(actor.getSnapshot().value).toEqual({ edit: 'open' });
});
