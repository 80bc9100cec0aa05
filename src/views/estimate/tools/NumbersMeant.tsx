import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { type blockEditMachine, doubtIn } from '../../../machines/blockEdit/blockEdit.ts';
import { m } from '../../../messages/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { shownNumber } from '../../figures.tsx';

/** Asks once for a block whether its ambiguous numbers mean thousands or decimals, with both readings. */
export function NumbersMeant({ blocks }: { readonly blocks: ActorRefFrom<typeof blockEditMachine> }) {
  const isAsking = useSelector(blocks, (snapshot) => snapshot.matches('asking'));
  const asked = useSelector(blocks, ({ context }) => context.asked);
  const doubt = isAsking && asked !== null ? doubtIn(asked) : null;
  const answer = (meaning: 'thousands' | 'decimals') => blocks.send({ type: 'numbers.meant', meaning });
  const dismiss = () => blocks.send({ type: 'question.dismissed' });
  return (
    <Dialog
      open={doubt !== null}
      middle
      title={m.block_meaning_title({ text: doubt?.text ?? '' })}
      lead={m.block_meaning_lead()}
      onClose={dismiss}
      actions={
        <>
          <Button onClick={dismiss}>{m.action_cancel()}</Button>
          <Button onClick={() => answer('thousands')}>{m.block_meaning_thousands({ number: shownNumber(doubt?.thousands ?? '') })}</Button>
          <Button onClick={() => answer('decimals')}>{m.block_meaning_decimals({ number: shownNumber(doubt?.decimals ?? '') })}</Button>
        </>
      }
    />
  );
}
