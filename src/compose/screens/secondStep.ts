import * as v from 'valibot';
import { type GivenStep, secondStepMachine } from '../../machines/secondStep/secondStep.ts';
import { signByPasskey } from '../../services/passkeys.ts';
import type { People } from '../../views/people.tsx';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';
import { form } from '../calls/forms.ts';
import { required } from '../calls/required.ts';

type Around = Pick<Composed, 'api' | 'session'>;

/** Finishes a sign-in: what is accepted is handed to the session. */
export const secondStepOf = ({ api, session }: Around): People['secondStep'] =>
  secondStepMachine.provide({
    actors: {
      check: calling<void, GivenStep>(async ({ input: { step, text }, signal }) => {
        const { ticket } = required(session.getSnapshot().context.step);
        const finish = (given: Parameters<typeof api<'POST /token/factor/'>>[1]['body']['given']) =>
          api('POST /token/factor/', { body: { ticket, given } }, { signal });
        if (step !== 'passkey') {
          session.send({ type: 'tokens.received', tokens: await finish(step === 'code' ? { code: text } : { recovery_code: text }) });
          return;
        }
        const { options } = await api('POST /token/passkey/', { body: { ticket } }, { signal });
        session.send({ type: 'tokens.received', tokens: await finish({ passkey: await signByPasskey(options) }) });
      }),
    },
  });

/** Signs in with a passkey alone. */
export const passkeyLoginOf = ({ api, session }: Around): People['passkeyLogin'] =>
  form('passkeyLogin', v.object({}), '15.4 A passkey signs in without a password', async (_, signal) => {
    session.send({ type: 'error.dismissed' });
    const { ticket, options } = await api('POST /token/passkey/', { body: {} }, { signal });
    const passkey = await signByPasskey(options);
    session.send({
      type: 'tokens.received',
      tokens: await api('POST /token/factor/', { body: { ticket, given: { passkey } } }, { signal }),
    });
  });
