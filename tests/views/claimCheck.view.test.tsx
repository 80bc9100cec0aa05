import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { afterEach } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import { claimCheckModel } from '../../src/machines/claimCheck/claimCheck.model.ts';
import { claimCheckMachine } from '../../src/machines/claimCheck/claimCheck.ts';
import { ClaimDialog } from '../../src/views/act/ClaimDialog.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof claimCheckMachine;

afterEach(cleanup);

let check: ActorRefFrom<Machine> | null = null;
/** A screen that asks for the step. */
function Asker({ machine }: { readonly machine: Machine }) {
  const actor = useActorRef(machine);
  useEffect(() => {
    check = actor;
  }, [actor]);
  return <ClaimDialog check={actor} name="Act 2" currency="€" />;
}

/** Why the last look failed. The message stays. */
let said: string[] = [];
const WORDS = {
  nothing: 'Nothing is claimed in this act.',
  over: 'The claim to date is 1 210.00 € of a contract of 1 089.00 €: 121.00 € too much. 1 deduction is not claimed, −100.00 € without taxes.',
  'left out': '2 deductions are not fully claimed, so the claim to date exceeds the contract.',
} as const;

testView<Machine>({
  model: claimCheckModel,
  start: 'on an act',
  promises: ['check'],
  async show(ready) {
    said = [];
    const stage = await stageFor('Ann', '/act/7');
    await show(
      stage,
      <>
        <Asker machine={ready(claimCheckMachine)} />
        <Hosts />
      </>,
    );
  },
  act: async (event) => {
    const dialog = screen.queryByRole('dialog');
    if (event.type === 'step.requested') await act(async () => check?.send(event));
    else if (dialog !== null)
      fireEvent.click(within(dialog).getByRole('button', { name: event.type === 'step.declined' ? 'Cancel' : /anyway$/ }));
  },
  answers: (calls) => ({
    async reject(name, error) {
      said = ['The server cannot be reached. Check the connection and try againDismiss'];
      await act(async () => calls.reject(name, error));
    },
  }),
  seen: () => {
    const dialog = screen.queryByRole('dialog');
    return {
      title: dialog && within(dialog).getByRole('heading').textContent,
      words: dialog && (within(dialog).getByText(/claim/).textContent ?? '').replaceAll('\u00a0', ' '),
      said: screen.queryAllByRole('alert').map(({ textContent }) => textContent),
    };
  },
  due: ({ value, context: { step, findings } }) => {
    const isAsking = value === 'asking';
    return {
      title: isAsking ? (step === 'accepted' ? 'Accept Act 2?' : 'Submit Act 2?') : null,
      words: isAsking ? findings.map(({ kind }) => WORDS[kind]).join(' ') : null,
      said,
    };
  },
});
