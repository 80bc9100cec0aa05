import { useActorRef } from '@xstate/react';
import { useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { useStored } from '../reading.ts';
import { paths, Tab } from '../routing.tsx';
import styles from './extras.module.css';
import { useExtras } from './screen.ts';

/** Leads to the extras of a project, with the number of those to decide. */
export function ExtrasLink({ projectId }: { readonly projectId: number }) {
  const { waiting } = useExtras();
  const { count: waits, watch } = useMemo(waiting, [waiting]);
  useActorRef(watch, { input: { projectId } });
  const count = useStored(waits) ?? 0;
  return (
    <Tab to={paths.extras(projectId)} exact={false} className={styles.link}>
      {m.extras()}
      {count > 0 && (
        <span className={styles.badge}>
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{m.extras_waiting({ count })}</span>
        </span>
      )}
    </Tab>
  );
}
