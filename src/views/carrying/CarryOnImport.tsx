import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ImportLists } from '../../../domain/api/importShapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useManages } from '../payments/useManages.ts';
import { useEmitted, useProjectChanges } from '../reading.ts';
import { CarryReview } from './CarryReview.tsx';
import styles from './carrying.module.css';
import { useImportCarrying } from './screen.ts';

interface CarryOnImportProps {
  readonly projectId: number;
  readonly teamId: number;
  readonly currency: string;
  /** The lists of which the preview is made. */
  readonly found: ImportLists | null;
  readonly onLeave: () => void;
  readonly onPostpone: () => void;
  readonly onMade: (versionId: number | null) => void;
}

/** The preview of carrying before an import becomes a version. The version can also be made without carrying. */
export function CarryOnImport({ projectId, teamId, currency, found, onLeave, onPostpone, onMade }: CarryOnImportProps) {
  const part = useImportCarrying(projectId);
  const actor = useActorRef(part.machine, { input: { pairs: part.kept() } });
  const head = useSelector(actor, ({ context }) => context.head);
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ reviewing: 'idle' }));
  const manages = useManages({ team_id: teamId });
  const reload = useCallback(() => actor.send({ type: 'project.changed' }), [actor]);
  useProjectChanges(projectId, reload);
  const previewed = useRef(found);
  useEffect(() => {
    if (previewed.current !== found) reload();
    previewed.current = found;
  }, [found, reload]);
  useEmitted(actor, 'carrying.made', ({ versionId }) => onMade(versionId));
  const why = !manages ? m.carry_managers() : head?.blocked ? m.carry_blocked() : isReady ? null : m.carry_reading();
  return (
    <>
      <div className={styles.bar}>
        <p className="grow">{m.carry_on_import()}</p>
        <Button size="small" onClick={onLeave}>
          {m.carry_back()}
        </Button>
        <Button size="small" onClick={onPostpone}>
          {m.carry_later()}
        </Button>
        <Button kind="primary" size="small" blocked={why} onClick={() => actor.send({ type: 'carry.requested' })}>
          {m.carry_make_and_carry()}
        </Button>
      </div>
      <CarryReview part={part} actor={actor} currency={currency} />
    </>
  );
}
