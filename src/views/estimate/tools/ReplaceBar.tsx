import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { replaceMachine } from '../../../machines/replace/replace.ts';
import { m } from '../../../messages/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { LineField } from '../../../ui/Field.tsx';
import styles from './replace.module.css';

interface ReplaceBarProps {
  readonly replacing: ActorRefFrom<typeof replaceMachine>;
  /** The text to search for. */
  readonly text: string;
  readonly blocked: string | null;
  /** Replaces the text in the shown hit. */
  readonly onOne: (by: string) => void;
}

/** Replaces hits of the search: the shown one, or all of them after a confirmation with their number. */
export function ReplaceBar({ replacing, text, blocked, onOne }: ReplaceBarProps) {
  const held = useRef<HTMLDivElement>(null);
  const { found } = useSelector(replacing, ({ context }) => context);
  const isAsking = useSelector(replacing, (snapshot) => snapshot.matches('asking'));
  const isBusy = useSelector(replacing, (snapshot) => snapshot.matches('counting') || snapshot.matches('replacing'));
  const by = () => held.current?.querySelector('input')?.value ?? '';
  return (
    <div ref={held} className={styles.replace}>
      <LineField label={m.replace_by()} onChange={() => replacing.send({ type: 'replace.declined' })} />
      {isAsking ? (
        <>
          <output className={styles.asked}>{m.replace_ask({ cells: found.cells, rows: found.rows })}</output>
          <Button kind="primary" size="small" onClick={() => replacing.send({ type: 'replace.confirmed' })}>
            {m.replace_all()}
          </Button>
          <Button kind="ghost" size="small" onClick={() => replacing.send({ type: 'replace.declined' })}>
            {m.action_cancel()}
          </Button>
        </>
      ) : (
        <>
          <Button kind="secondary" size="small" blocked={blocked} onClick={() => onOne(by())}>
            {m.replace_one()}
          </Button>
          <Button
            kind="secondary"
            size="small"
            blocked={blocked}
            loading={isBusy}
            onClick={() => text.trim() !== '' && replacing.send({ type: 'all.asked', text: text.trim(), by: by() })}
          >
            {m.replace_all()}
          </Button>
        </>
      )}
    </div>
  );
}
