import type { SnapshotFrom } from 'xstate';
import type { CellLogic, CellRef } from '../../machines/grid/setup.ts';
import { type Subject, sentText, type Theirs } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { useProfile } from '../actum.tsx';
import styles from './Refusal.module.css';

interface RefusalProps {
  readonly cell: CellRef;
  readonly snapshot: SnapshotFrom<CellLogic>;
  readonly shown: (subject: Subject) => string;
}

/** Somebody else was quicker: both values, and the choice between them. */
function Choice({ cell, snapshot: { context }, shown, theirs }: RefusalProps & { readonly theirs: Theirs }) {
  const me = useProfile()?.id;
  const { subject, typed } = context;
  const name = theirs.by === null ? m.cell_somebody() : theirs.by.id === me ? m.cell_you() : theirs.by.name;
  const looks = subject.reads === 'number' ? 'num' : undefined;
  return (
    <>
      {theirs.value === subject.value ? m.cell_row_changed_by({ name }) : m.cell_changed_by({ name })}
      <dl className={styles.values}>
        <dt>{m.cell_mine()}</dt>
        <dd className={looks}>{shown({ ...subject, value: sentText(typed ?? '', subject.reads) })}</dd>
        <dt>{m.cell_theirs()}</dt>
        <dd className={looks}>{shown({ ...subject, value: theirs.value })}</dd>
      </dl>
      <span className={styles.choice}>
        <Button size="extra-small" onClick={() => cell.send({ type: 'mine.kept' })}>
          {m.cell_keep_mine()}
        </Button>
        <Button size="extra-small" onClick={() => cell.send({ type: 'theirs.taken' })}>
          {m.cell_take_theirs()}
        </Button>
      </span>
    </>
  );
}

/** Why a value was refused, what is still saved, and the ways on. */
export function Refusal(props: RefusalProps) {
  const { cell, snapshot, shown } = props;
  const { subject, sentence, theirs } = snapshot.context;
  const why = sentenceText(sentence) ?? '';
  if (theirs !== null) return <Choice {...props} theirs={theirs} />;
  return (
    <>
      {why}
      {why.endsWith('.') ? ' ' : '. '}
      {m.cell_still_saved({ value: shown(subject) })}{' '}
      <Button kind="func" size="extra-small" onClick={() => cell.send({ type: 'edit.reverted' })}>
        {m.cell_drop()}
      </Button>
    </>
  );
}
