import { type ActorRefFrom, createActor } from 'xstate';
import { restCall } from '../../../domain/api/call.ts';
import type { ProofGiven } from '../../../domain/api/factors.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import type { Proof } from '../../../domain/factors.ts';
import { type GivenProof, proofMachine } from '../../machines/proof/proof.ts';
import type { sessionMachine } from '../../machines/session/session.ts';
import { signByPasskey } from '../../services/passkeys.ts';
import { calling } from '../calls/calling.ts';
import type { Requests } from './requests.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

interface Asked {
  readonly asked: ActorRefFrom<typeof proofMachine>;
  /** Asks the person; resolves to false when they declined, or their session has ended. */
  readonly prove: () => Promise<boolean>;
}

/** Starts the actor that asks the person of a session to prove who they are. */
export function startProof(session: Session, ask: Requests['ask']): Asked {
  const givenFor = async ({ proof, text }: GivenProof): Promise<ProofGiven> => {
    if (proof === 'password') return { password: text };
    if (proof === 'code') return { code: text };
    const options = (await ask(restCall('POST /proof/passkey/', {}))) as Answer<'POST /proof/passkey/'>;
    return { passkey: await signByPasskey(options) };
  };
  const asked = createActor(
    proofMachine.provide({
      actors: {
        look: calling<readonly Proof[]>(
          async ({ signal }) => ((await ask(restCall('GET /proof/', {}), signal)) as Answer<'GET /proof/'>).proofs,
        ),
        check: calling<void, GivenProof>(async ({ input, signal }) => {
          await ask(restCall('POST /proof/', { body: await givenFor(input) }), signal);
        }),
      },
    }),
  );
  session.subscribe((snapshot) => {
    if (!snapshot.matches('signedIn')) asked.send({ type: 'proof.declined' });
  });
  asked.start();
  return {
    asked,
    prove: () =>
      new Promise((resolve) => {
        const hearing = asked.on('proof.settled', ({ isProved }) => {
          hearing.unsubscribe();
          resolve(isProved);
        });
        asked.send({ type: 'proof.needed' });
      }),
  };
}
