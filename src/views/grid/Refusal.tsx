import type { ReactNode } from 'react';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import type { CellEdit } from '../../machines/editQueue/types.ts';
import { type Subject, sentText, type Theirs, theirsOf } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { useProfile } from '../actum.tsx';
import styles from './Refusal.module.css';

interface RefusalProps {
  /** The cell as it is saved. */
  readonly subject: Subject;
  /** The refused text. */
  readonly text: string;
  readonly sentence: Sentence | null;
  readonly shown: (subject: Subject) => string;
  readonly onDrop: () => void;
  /** A further action, such as requesting an extra. */
  readonly offer?: ReactNode;
  /** The refused edit; undefined where the cell's own checks refused the text. */
  readonly edit?: CellEdit;
  readonly onKeepMine?: () => void;
  readonly onTakeTheirs?: () => void;
}

/** Somebody else saved first: both values, and the choice between them. */
function Choice({ subject, text, edit, theirs, shown, onKeepMine, onTakeTheirs }: RefusalProps & { readonly theirs: Theirs }) {
  const me = useProfile()?.id;
  const name = theirs.by === null ? m.cell_somebody() : theirs.by.id === me ? m.cell_you() : theirs.by.name;
  const looks = subject.reads === 'number' ? 'num' : undefined;
  return (
    <>
      {theirs.value === edit?.value ? m.cell_row_changed_by({ name }) : m.cell_changed_by({ name })}
      <dl className={styles.values}>
        <dt>{m.cell_mine()}</dt>
        <dd className={looks}>{shown({ ...subject, value: sentText(text, subject.reads) })}</dd>
        <dt>{m.cell_theirs()}</dt>
        <dd className={looks}>{shown({ ...subject, value: theirs.value })}</dd>
      </dl>
      <span className={styles.choice}>
        <Button size="extra-small" onClick={onKeepMine}>
          {m.cell_keep_mine()}
        </Button>
        <Button size="extra-small" onClick={onTakeTheirs}>
          {m.cell_take_theirs()}
        </Button>
      </span>
    </>
  );
}

/** Why a value was refused, the value that is still saved, and the possible actions. */
export function Refusal(props: RefusalProps) {
  const { subject, sentence, shown, edit, onDrop, offer } = props;
  const theirs = edit ? theirsOf(edit) : null;
  const why = sentenceText(sentence) ?? '';
  if (theirs !== null) return <Choice {...props} theirs={theirs} />;
  return (
    <>
      {why}
      {why.endsWith('.') ? ' ' : '. '}
      {m.cell_still_saved({ value: shown(subject) })}{' '}
      <Button kind="func" size="extra-small" onClick={onDrop}>
        {m.cell_drop()}
      </Button>
      {offer != null && <> {offer}</>}
    </>
  );
}
