import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { TermsMove } from '../../../domain/api/certificateShapes.ts';
import { startingTerms } from '../../../domain/termsByCountry.ts';
import type { termsMachine } from '../../machines/terms/terms.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText, sentenceTexts } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { shownMoney } from '../figures.tsx';
import { TermsExample } from './TermsExample.tsx';
import { TermsFields } from './TermsFields.tsx';
import styles from './terms.module.css';
import { termsInWords } from './words.ts';

interface TermsDialogProps {
  readonly actor: ActorRefFrom<typeof termsMachine>;
  readonly contract: { readonly net: string; readonly gross: string };
  readonly currency: string;
}

const Moved = ({ moved }: { readonly moved: TermsMove['due'] }) =>
  moved.old === moved.new ? (
    <span className="faint">{shownMoney(moved.new)}</span>
  ) : (
    <>
      <del className="faint">{shownMoney(moved.old)}</del> <span className="sr-only">{m.act_moves_to()}</span>
      <ins>{shownMoney(moved.new)}</ins>
    </>
  );

/** Changes to certificates that are not issued, shown before the terms are saved. */
function MovesTable({ moves, currency }: { readonly moves: readonly TermsMove[]; readonly currency: string }) {
  const columns = [
    { key: 'kept', name: m.payment_kept() },
    { key: 'recovered', name: m.terms_example_recovered() },
    { key: 'due', name: m.payment_due_now() },
  ] as const;
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          <th scope="col">{m.act()}</th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col" className="num">
              {m.column_of_currency({ name, currency })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={move.act_id}>
            <th scope="row">{m.terms_moves_act({ number: move.number, version: move.version_number })}</th>
            {columns.map(({ key, name }) => (
              <td key={key} className="num" data-heading={name}>
                <Moved moved={move[key]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The terms of a project's payments, typed beside an example; then a preview of the certificates they change. */
export function TermsDialog({ actor, contract, currency }: TermsDialogProps) {
  const form = useId();
  const snapshot = useSelector(actor, (current) => current);
  const { draft, replaced, theirs, moves, problems, sentence } = snapshot.context;
  const isSetting = snapshot.matches('setting');
  const isMoving = snapshot.matches('confirming') || (isSetting && moves.length > 0);
  const close = () => actor.send({ type: 'terms.closed' });
  const decline = () => actor.send({ type: 'moves.declined' });
  return (
    <>
      <Dialog
        open={draft !== null && !isMoving}
        broad
        title={m.terms()}
        lead={m.terms_lead()}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{m.action_cancel()}</Button>
            <Button kind="primary" type="submit" form={form} loading={snapshot.matches('previewing') || isSetting}>
              {m.save()}
            </Button>
          </>
        }
      >
        {theirs !== null && (
          <Banner
            tone="waits"
            icon="alert"
            action={
              <Button size="small" onClick={() => actor.send({ type: 'theirs.taken' })}>
                {m.terms_take_theirs()}
              </Button>
            }
          >
            {m.terms_changed_by({ name: theirs.made_by, terms: termsInWords(theirs.terms, currency).join(' ') })}
          </Banner>
        )}
        {draft !== null && (
          <div className={styles.both}>
            <TermsFields
              key={replaced}
              form={form}
              draft={draft}
              problems={sentenceTexts(problems)}
              currency={currency}
              onType={(typed) => actor.send({ type: 'terms.typed', typed })}
              onStart={(start) => actor.send({ type: 'start.chosen', terms: startingTerms(start, contract) })}
              onSubmit={() => actor.send({ type: 'terms.submitted' })}
            />
            <TermsExample draft={draft} contract={contract} currency={currency} />
          </div>
        )}
        {sentence !== null && (
          <p className="wrong" role="alert">
            {sentenceText(sentence)}
          </p>
        )}
      </Dialog>
      <Dialog
        open={isMoving}
        middle
        title={m.terms_moves()}
        lead={m.terms_moves_lead()}
        onClose={decline}
        actions={
          <>
            <Button onClick={decline}>{m.terms_moves_back()}</Button>
            <Button kind="primary" loading={isSetting} onClick={() => actor.send({ type: 'moves.confirmed' })}>
              {m.save()}
            </Button>
          </>
        }
      >
        <MovesTable moves={moves} currency={currency} />
      </Dialog>
    </>
  );
}
