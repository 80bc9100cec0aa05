import { useActorRef } from '@xstate/react';
import { useMemo } from 'react';
import * as v from 'valibot';
import { ClaimedElsewhere } from '../../../domain/api/actShapes.ts';
import type { Version } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useAsk, useChanging } from '../changing.ts';
import type { ClaimedBefore } from '../estimate/needs.ts';
import { shownMoney } from '../figures.tsx';
import { whyLimited } from '../ownLimit.ts';
import { useManages } from '../payments/useManages.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useEmitted } from '../reading.ts';
import { Link, paths } from '../routing.tsx';
import styles from './carrying.module.css';
import { useCarryings } from './screen.ts';

interface ElsewhereDialogProps {
  /** Null while the dialog is closed. */
  readonly before: ClaimedBefore | null;
  readonly about: ProjectWithVersions;
  readonly version: Version;
  readonly priced: boolean;
  /** The version has become a contract of its own, so its act can be made. */
  readonly onSeparate: (finishDate: string | null) => void;
  readonly onClose: () => void;
}

/** Names the acts of other contracts, or their certificates where they have no acts, and asks whether this version carries their work on or is a contract of its own. */
export function ElsewhereDialog({ before, about: { project }, version, priced, onSeparate, onClose }: ElsewhereDialogProps) {
  const dialog = useActorRef(useCarryings().separation);
  const { busy, problem } = useChanging(dialog);
  const { make: separate } = useAsk(dialog);
  const manages = useManages(project);
  useEmitted(dialog, 'form.accepted', () => onSeparate(before?.finish_date ?? null));
  const elsewhere = useMemo(() => {
    const read = v.safeParse(ClaimedElsewhere, before?.elsewhere);
    return read.success ? read.output : null;
  }, [before]);
  const certificates = elsewhere?.certificates ?? [];
  const hasActs = certificates.length === 0 || (elsewhere?.acts.length ?? 0) > 0;
  const limited = whyLimited(project.limit);
  return (
    <Dialog
      open={before !== null}
      middle
      title={hasActs ? m.estimate_claimed_title() : m.estimate_certified_title()}
      lead={hasActs ? m.estimate_claimed_lead() : m.estimate_certified_lead()}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.action_cancel()}</Button>}
    >
      <table className={styles.claimed}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{m.act()}</th>
            {priced && <th scope="col">{m.column_of_currency({ name: m.act_price(), currency: project.currency })}</th>}
          </tr>
        </thead>
        <tbody>
          {elsewhere?.acts.map(({ id, number, version_number, price }) => (
            <tr key={id}>
              <th scope="row">{m.estimate_claimed_act({ number, version: version_number })}</th>
              {priced && <td className="num">{shownMoney(price)}</td>}
            </tr>
          ))}
          {certificates.map(({ id, number, version_number, due }) => (
            <tr key={`certificate ${id}`}>
              <th scope="row">{m.estimate_certified_row({ number, version: version_number })}</th>
              {priced && <td className="num">{shownMoney(due)}</td>}
            </tr>
          ))}
        </tbody>
        {priced && hasActs && (
          <tfoot>
            <tr>
              <th scope="row">{m.estimate_claimed_sum()}</th>
              <td className="num">
                {shownMoney(elsewhere?.claimed ?? '0.00')} <span className="sign">{project.currency}</span>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      <div className={styles.choices}>
        <div className={styles.choice}>
          <p>{m.carry_choice_why()}</p>
          {priced ? (
            <Link to={paths.carry(project.id, version.id)} className={buttonClass({ kind: 'primary' })}>
              {m.carry_choice()}
            </Link>
          ) : (
            <Button kind="primary" blocked={limited ?? m.carry_needs_prices()}>
              {m.carry_choice()}
            </Button>
          )}
        </div>
        <div className={styles.choice}>
          <p>{m.separate_means()}</p>
          <Button loading={busy} blocked={limited ?? (manages ? null : m.separate_managers())} onClick={() => separate(version, null)}>
            {m.separate_start()}
          </Button>
          {problem !== null && (
            <p className="wrong" role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
