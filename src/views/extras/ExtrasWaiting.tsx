import { useActorRef } from '@xstate/react';
import { useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { useStored } from '../reading.ts';
import styles from './extras.module.css';
import { useExtras } from './screen.ts';

/** The number of a project's extras that wait for a decision. */
export function ExtrasWaiting({ projectId }: { readonly projectId: number }) {
  const { waiting } = useExtras();
  const { count: waits, watch } = useMemo(waiting, [waiting]);
  useActorRef(watch, { input: { projectId } });
  const count = useStored(waits) ?? 0;
  return (
    count > 0 && (
      <span className={styles.badge}>
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{m.extras_waiting({ count })}</span>
      </span>
    )
  );
}
