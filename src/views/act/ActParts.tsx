/** The parts of the act's screen around its summary or list. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ActStatus } from '../../../domain/api/graphql.ts';
import type { Act, ActSummary } from '../../../domain/api/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { shownDay } from '../dates.ts';
import { isZero, listTitle, shownMoney } from '../figures.tsx';
import { seesPrices } from '../ownLimit.ts';
import { paths, Tab } from '../routing.tsx';
import styles from './act.module.css';
import type { ActScreen } from './needs.ts';
import { useRowsOnly } from './RowsOnly.tsx';
import { statusTone } from './statusTone.ts';

interface ActWithStatus {
  readonly act: Act;
  readonly status: ActStatus | undefined;
}

/** The act's status and day; pressing it opens the details. */
export function StatusButton({ act, status, name, onOpen }: ActWithStatus & { readonly name: string; readonly onOpen: () => void }) {
  return (
    <button type="button" className={styles.status} onClick={onOpen}>
      <span className="sr-only">{m.act_details_of({ name })}</span>
      {status && (
        <Chip tone={statusTone(status)} mark={status.color}>
          {sentenceText(statusName(status))}
        </Chip>
      )}
      {act.finish_date !== null && <span className="faint hide-phone">{m.act_finish({ day: shownDay(act.finish_date) })}</span>}
    </button>
  );
}

/** The facts that a print states about an act besides its number. */
export const actFacts = (act: Pick<Act, 'finish_date' | 'version_number'>, status: ActStatus | undefined): readonly string[] => [
  m.act_against_version({ number: act.version_number }),
  ...(act.finish_date === null ? [] : [m.act_finish({ day: shownDay(act.finish_date) })]),
  ...(status ? [sentenceText(statusName(status))] : []),
];

export function ListTabs({ actId, summary }: { readonly actId: number; readonly summary: ActSummary | null }) {
  const only = useRowsOnly();
  return (
    <Tabs label={m.lists()}>
      <Tab to={paths.act(actId)}>{m.summary()}</Tab>
      {summary?.costs.map(({ id, title }) => (
        <Tab key={id} to={paths.actList(actId, id, only)}>
          {listTitle(title)}
        </Tab>
      ))}
    </Tabs>
  );
}

/** The colours' meaning, the amount claimed elsewhere, and the version that the act is of; on a phone its status. */
export function Legend({ act, children }: { readonly act: Act; readonly children: ReactNode }) {
  return (
    <>
      {seesPrices(act.limit) && (
        <>
          <span className={styles.key}>
            <i className={styles.before} />
            {m.act_done_before()}
          </span>
          <span className={styles.key}>
            <i className={styles.now} />
            {m.act_done_now()}
          </span>
        </>
      )}
      <span className="grow" />
      {act.claimed_elsewhere !== null && !isZero(act.claimed_elsewhere) && (
        <span className="waits">{m.act_claimed_elsewhere({ amount: `${shownMoney(act.claimed_elsewhere)} ${act.currency}` })}</span>
      )}
      <span className="hide-phone">{m.act_against_version({ number: act.version_number })}</span>
      <span className="hide-phone">{m.act_balance_is()}</span>
      <span className={styles.onPhone}>{children}</span>
    </>
  );
}

interface Removal {
  readonly removal: ActorRefFrom<ActScreen['removal']>;
  readonly act: Act | null;
  readonly name: string;
  readonly summary: ActSummary | null;
}
export function RemovalDialog({ removal, act, name, summary }: Removal) {
  const removing = useSelector(removal, (snapshot) => snapshot);
  return (
    <ConfirmDialog
      open={!removing.matches('closed')}
      busy={removing.matches('submitting')}
      problem={sentenceText(removing.context.sentence)}
      title={m.act_delete_title({ name })}
      description={
        act && !seesPrices(act.limit)
          ? m.access_act_delete_why()
          : act && m.act_delete_why({ amount: `${shownMoney(summary?.total_with_taxes.completed_now_total ?? act.price)} ${act.currency}` })
      }
      onConfirm={() => removal.send({ type: 'form.submitted', given: null })}
      onClose={() => removal.send({ type: 'dialog.closed' })}
    />
  );
}
