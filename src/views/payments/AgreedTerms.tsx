import { useActorRef } from '@xstate/react';
import type { Ledger } from '../../../domain/api/certificateShapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { dayOf, shownDay } from '../dates.ts';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted, useProjectChanges, useReading, useStored } from '../reading.ts';
import styles from './payments.module.css';
import { useTerms } from './screen.ts';
import { TermsDialog } from './TermsDialog.tsx';
import { termsInWords } from './words.ts';

interface AgreedTermsProps {
  readonly ledger: Ledger;
  /** Why they cannot be changed, or null. */
  readonly blocked: string | null;
  readonly onSet: () => void;
}

/** The terms in force in sentences, and the way to change them. */
export function AgreedTerms({ ledger, blocked, onSet }: AgreedTermsProps) {
  const { project_id, terms, currency, contract } = ledger;
  const part = useTerms(project_id);
  const known = useStored(part.terms);
  const { reload } = useReading(part.reading);
  const actor = useActorRef(part.machine);
  useProjectChanges(project_id, reload);
  const label = terms.id === null ? m.terms_set() : m.terms_change();
  const open = () => actor.send({ type: 'terms.opened', terms });
  useScreenActions([{ name: label, run: open, blocked }]);
  useEmitted(actor, 'terms.set', () => {
    onSet();
    reload();
  });
  const earlier = known?.earlier ?? [];
  return (
    <section className={styles.terms} aria-label={m.terms()}>
      <div className={styles.termsLine}>
        <p>
          <b>{m.terms()}</b> {termsInWords(terms.terms, currency).join(' ')}
        </p>
        <span className="off-paper">
          <Button size="small" blocked={blocked} onClick={open}>
            {label}
          </Button>
        </span>
      </div>
      {earlier.length > 0 && (
        <details className="off-paper">
          <summary>{m.terms_earlier({ count: earlier.length })}</summary>
          <ol className={styles.earlier}>
            {earlier.map(({ id, made_at, made_by, terms: before }) => (
              <li key={id}>
                <b>{m.terms_made({ day: made_at === null ? '' : shownDay(dayOf(new Date(made_at))), name: made_by })}</b>{' '}
                {termsInWords(before, currency).join(' ')}
              </li>
            ))}
          </ol>
        </details>
      )}
      <TermsDialog actor={actor} contract={contract} currency={currency} />
    </section>
  );
}
