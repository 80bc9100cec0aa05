import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { Proof } from '../../domain/factors.ts';
import { proofModel } from '../../src/machines/proof/proof.model.ts';
import { proofMachine } from '../../src/machines/proof/proof.ts';
import { ProofDialog } from '../../src/views/proof/ProofDialog.tsx';
import { Layers } from '../../src/views/shell/Layers.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

let asked: ActorRefFrom<typeof proofMachine> | null = null;
/** A call that needs a proof. */
function Asker({ machine }: { readonly machine: typeof proofMachine }) {
  const proof = useActorRef(machine);
  useEffect(() => {
    asked = proof;
  }, [proof]);
  return <ProofDialog proof={proof} />;
}

const LABELS = { passkey: 'Use a passkey instead', password: 'Use the password instead', code: 'Use a code instead' } as const;
const FIELDS = { password: 'Password', code: 'Code' } as const;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = () => screen.queryByLabelText(FIELDS.password) ?? screen.queryByLabelText(FIELDS.code);

async function does(event: EventFrom<typeof proofMachine>): Promise<void> {
  switch (event.type) {
    case 'proof.needed':
      return act(async () => asked?.send(event));
    case 'proof.chosen':
      return void press(LABELS[event.proof]);
    case 'proof.given': {
      const typed = field();
      if (typed !== null) fireEvent.change(typed, { target: { value: event.text } });
      return void press(typed === null ? 'Use passkey' : 'Confirm');
    }
    case 'proof.declined':
      return void press('Cancel');
  }
}

testView<typeof proofMachine>({
  model: {
    ...proofModel,
    // A proof that cannot be given has no button, nor has the one that is asked for.
    events: (snapshot) =>
      proofModel.events(snapshot).filter((event) => {
        const { proofs, shown } = snapshot.context;
        if (event.type === 'proof.chosen') return proofs.includes(event.proof as Proof) && event.proof !== shown;
        return event.type !== 'proof.given' || shown !== null;
      }),
  },
  start: 'idle',
  promises: ['look', 'check'],
  async show(ready) {
    await show(await stageFor('nobody'), <Asker machine={ready(proofMachine)} />);
  },
  act: does,
  seen: () => ({
    dialog: screen.queryByRole('dialog', { name: 'Confirm that it is you' }) !== null,
    field: Object.values(FIELDS).filter((label) => screen.queryByLabelText(label) !== null),
    others: Object.values(LABELS).filter((name) => screen.queryByRole('button', { name }) !== null),
    says: document.querySelector('.wrong')?.textContent ?? '',
    isBusy: document.querySelector('[aria-busy=true]') !== null,
  }),
  due: (snapshot) => {
    const { proofs, shown, sentence } = snapshot.context;
    const isOpen = !snapshot.matches('idle');
    return {
      dialog: isOpen,
      field: isOpen && shown !== null && shown !== 'passkey' ? [FIELDS[shown]] : [],
      others: isOpen
        ? (Object.keys(LABELS) as Proof[]).filter((proof) => proofs.includes(proof) && proof !== shown).map((proof) => LABELS[proof])
        : [],
      says: isOpen ? (sentence?.detail ?? '') : '',
      isBusy: isOpen && shown !== null && (snapshot.matches('checking') || snapshot.matches('looking')),
    };
  },
});

test('a call that needs proof is made again once it is given, and refused once it is declined', async () => {
  let isProved = false;
  const stage = await stageFor('Ann', undefined, ({ path, method, body }) => {
    if (path === '/proof/' && method === 'GET') return { proofs: ['password'] };
    if (path === '/proof/') {
      if (body.password !== 'secret') throw new Refused(400, { password: ['This is not your current password'] });
      isProved = true;
      return {};
    }
    if (path !== '/teams') return undefined;
    if (!isProved) throw new Refused(403, { detail: 'Confirm that it is you to continue', code: 'proof_needed' });
    return { id: 8, name: 'South', role: 'owner' };
  });
  const { actum, server } = stage;
  const answer = (path: '/teams' | '/proof/') => act(() => server.answer(server.pending().indexOf(path)));
  const ask = () => actum.api('POST /teams', { body: { name: 'South' } }).catch((error: unknown) => error);
  await show(stage, <Layers />);

  const declined = ask();
  await answer('/teams');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await answer('/proof/');
  press('Cancel');
  expect(await declined).toMatchObject({ code: 'proof_needed' });

  // Two calls at once are settled by one proof.
  const outcomes = Promise.all([ask(), ask()]);
  await answer('/teams');
  await answer('/teams');
  await screen.findByRole('dialog');
  await answer('/proof/');
  for (const [text, says] of [
    ['nonsense', 'This is not your current password'],
    ['secret', undefined],
  ] as const) {
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: text } });
    press('Confirm');
    await settled();
    await answer('/proof/');
    expect(document.querySelector('.wrong')?.textContent).toBe(says);
  }
  await answer('/teams');
  await answer('/teams');
  expect(await outcomes).toEqual([
    { id: 8, name: 'South', role: 'owner' },
    { id: 8, name: 'South', role: 'owner' },
  ]);
  expect(server.pending()).not.toContain('/teams');
});
