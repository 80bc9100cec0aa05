import type { Doubt, ImportLists, Remedy } from '../../../domain/api/importShapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { listTitle, shownMoney, signedMoney } from '../figures.tsx';
import styles from './certainty.module.css';
import { columnLetters, fieldName } from './fields.ts';

/** The label of the button that resolves a doubt. */
function remedyName(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'list':
      return remedy.included ? m.import_remedy_tick() : m.import_remedy_untick();
    case 'leave_out':
      return m.import_remedy_leave_out();
    case 'take_in':
      return m.import_remedy_take_in();
    case 'column':
      return m.import_remedy_column({ column: columnLetters(remedy.column_index), field: fieldName(remedy.recognized_as) });
    default:
      return remedy satisfies never;
  }
}

interface DoubtLinesProps {
  readonly lines: readonly Doubt[];
  readonly lists: ImportLists['new_lists'];
  /** Amounts are differences and have a sign. */
  readonly isSigned?: boolean;
  /** Absent where the lines are only shown. */
  readonly onRemedy?: (remedy: Remedy) => void;
}

/** Doubts or causes: a sentence each, the money concerned, and the button that resolves it. */
export function DoubtLines({ lines, lists, isSigned = false, onRemedy }: DoubtLinesProps) {
  const titleOf = (id: number | null) => (lists.length > 1 ? lists.find((list) => list.id === id)?.title : undefined);
  return (
    <ul className={styles.lines}>
      {lines.map((line) => {
        const { list_id, amount, remedy, difference } = line;
        const said: Sentence = line;
        const title = titleOf(list_id);
        const text = sentenceText(said);
        return (
          <li key={`${line.code} ${list_id} ${line.detail}`}>
            <Icon name="alert" />
            <span className={styles.said}>
              {title !== undefined && !text.includes(title) && <b>{listTitle(title)}: </b>}
              {text}
            </span>
            {amount !== null && <span className="num">{isSigned ? signedMoney(amount) : shownMoney(amount)}</span>}
            {remedy !== null && onRemedy && (
              <span className={styles.remedy}>
                <Button size="small" onClick={() => onRemedy(remedy)}>
                  {remedyName(remedy)}
                </Button>
                {difference !== null && <span className="faint">{m.import_difference_then({ amount: signedMoney(difference) })}</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface SeeDoubtsProps {
  readonly open: boolean;
  readonly found: ImportLists | null;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

/** The doubts of the file, shown once before it is finished. */
export function SeeDoubts({ open, found, onAccept, onClose }: SeeDoubtsProps) {
  return (
    <Dialog
      open={open}
      middle
      title={m.import_see_title()}
      lead={<p>{m.import_see_why()}</p>}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.import_see_back()}</Button>
          <Button kind="primary" onClick={onAccept}>
            {m.import_see_accept()}
          </Button>
        </>
      }
    >
      <DoubtLines lines={found?.doubts ?? []} lists={found?.new_lists ?? []} />
    </Dialog>
  );
}
