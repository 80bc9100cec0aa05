import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { shownMoney } from '../../figures.tsx';
import type { ListTools } from './needs.ts';

const TITLES = {
  move: m.section_move_title,
  step: m.section_move_title,
  duplicate: m.section_copy_title,
  delete: m.section_delete_title,
  insert: m.section_move_title,
} as const;

interface SectionDialogProps {
  readonly asking: ActorRefFrom<ListTools['section']>;
  readonly currency: string;
}

/** Asks whether an edit of a heading includes its section: the rows with their number and sum, or headings that have none. */
export function SectionDialog({ asking, currency }: SectionDialogProps) {
  const subject = useSelector(asking, ({ context }) => context.subject);
  const isBusy = useSelector(asking, (snapshot) => snapshot.matches('submitting'));
  const problem = sentenceText(useSelector(asking, ({ context }) => context.sentence));
  if (subject === null) return null;
  const { heading, alone } = subject;
  const count = heading.row_count;
  const close = () => asking.send({ type: 'dialog.closed' });
  const answer = (given: boolean) => () => asking.send({ type: 'form.submitted', given });
  return (
    <Dialog
      open
      title={TITLES[alone.kind]({ name: heading.name })}
      lead={count === 0 ? m.section_has_headings() : m.section_has({ count, amount: `${shownMoney(heading.total)} ${currency}` })}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button blocked={null} onClick={answer(false)}>
            {m.section_heading_only()}
          </Button>
          <Button
            kind={alone.kind === 'delete' ? 'danger' : 'primary'}
            loading={isBusy}
            autoFocus={alone.kind !== 'delete'}
            onClick={answer(true)}
          >
            {count === 0 ? m.section_with_headings() : m.section_with_rows({ count })}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
