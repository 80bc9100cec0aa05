import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { PublicAct } from '../../../domain/api/shapes.ts';
import { linkExpired, linkWithdrawn, statusName } from '../../../domain/sentences/acts.ts';
import { takenBack } from '../../../domain/sentences/answers.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Mark } from '../../ui/Icon.tsx';
import { KeptFocus } from '../../ui/KeptFocus.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useRowsOnly } from '../act/RowsOnly.tsx';
import { statusTone } from '../act/statusTone.ts';
import { useRetryAfterSilence } from '../actum.tsx';
import { AnswerSheet } from '../answer/AnswerSheet.tsx';
import { Receipt } from '../answer/Receipt.tsx';
import { shownDay } from '../dates.ts';
import { ActExport } from '../export/FileExport.tsx';
import { plusMoney } from '../extras/words.ts';
import { listTitle, shownMoney, signedMoney } from '../figures.tsx';
import { ClientBlock, CompanyBlock, KnownPaperHead, Signatures } from '../paper/Paper.tsx';
import { PrintButton } from '../paper/PrintButton.tsx';
import { useStored } from '../reading.ts';
import { Outlet, paths, Tab, useIdParam, usePathname, useTextParam, useTitle } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { useIsCutOff } from '../shell/ServerAway.tsx';
import { PublicProvider, type PublicShown } from './context.ts';
import type { PublicActScreen } from './needs.ts';
import styles from './public.module.css';
import { usePublicActScreen } from './screen.ts';

function Facts({ about, summary }: Pick<PublicShown, 'about' | 'summary'>) {
  const { completed_now, balance, left_to_do, estimated_cost, extras } = summary.total_with_taxes;
  const fact = (name: string, amount: string, means?: string) => (
    <div>
      <dt>
        {name} {means !== undefined && <small>{means}</small>}
      </dt>
      <dd className="num">
        {shownMoney(amount)} <span className="sign">{about.currency}</span>
      </dd>
    </div>
  );
  return (
    <dl className={styles.facts}>
      {fact(m.public_completed_now(), completed_now.total)}
      {fact(m.public_balance_to_date(), balance.total, m.act_balance_means())}
      {fact(m.act_left_to_do(), left_to_do.total)}
      {extras === undefined
        ? fact(m.act_estimated_cost(), estimated_cost.total)
        : fact(
            m.extra_contract(),
            plusMoney(estimated_cost.total, extras.total),
            `${m.extra_original()} ${shownMoney(estimated_cost.total)}, ${m.extras()} ${signedMoney(extras.total)}`,
          )}
    </dl>
  );
}

/** Says whether changes appear automatically. */
function News({ snapshot }: { readonly snapshot: SnapshotFrom<PublicActScreen['machine']> }) {
  const { retry } = useScreens().liveNews;
  // A line above the screen says so.
  if (useIsCutOff()) return false;
  if (snapshot.matches({ open: { news: 'live' } })) return <Chip tone="done">{m.public_live()}</Chip>;
  if (!snapshot.matches({ open: { news: 'lost' } })) return false;
  return (
    <>
      <span className={styles.behind}>{m.public_not_live()}</span>{' '}
      <Button kind="func" size="extra-small" onClick={retry}>
        {m.shell_try_now()}
      </Button>
    </>
  );
}

interface ActHeadProps {
  readonly shown: PublicShown;
  readonly list: PublicShown['summary']['costs'][number] | undefined;
  readonly snapshot: SnapshotFrom<PublicActScreen['machine']>;
}
function ActHead({ shown, list, snapshot }: ActHeadProps) {
  return (
    <>
      <KnownPaperHead
        parties={shown.about}
        title={[m.export_act_title({ number: shown.about.act.number }), ...(list ? [listTitle(list.title)] : [])].join(', ')}
        project={shown.about.project_name}
        facts={[
          ...(shown.about.act.finish_date === null ? [] : [m.act_finish({ day: shownDay(shown.about.act.finish_date) })]),
          sentenceText(statusName(shown.about.status)),
        ]}
      />
      <div className={styles.top}>
        <div>
          <p className="muted">{shown.about.project_name}</p>
          <div className={styles.head}>
            <h1>{m.act_numbered({ number: shown.about.act.number })}</h1>
            <Chip tone={statusTone(shown.about.status)} mark={shown.about.status.color}>
              {sentenceText(statusName(shown.about.status))}
            </Chip>
            {shown.about.act.finish_date !== null && (
              <span className="muted">{m.act_finish({ day: shownDay(shown.about.act.finish_date) })}</span>
            )}
            <span className="off-paper" role="status">
              <News snapshot={snapshot} />
            </span>
          </div>
        </div>
        <Facts about={shown.about} summary={shown.summary} />
      </div>
    </>
  );
}

const sharedBy = ({ may_answer, team_name: team }: PublicAct) => (may_answer ? m.answer_shared_by({ team }) : m.public_shared_by({ team }));

/** Whether the holder of the link can answer now. */
const isAnswerable = ({ may_answer, answer, status }: PublicAct) => may_answer && answer === null && status.code === 'submitted';

/** An act for the holder of its link: read-only or to answer, without signing in. */
export function PublicScreen() {
  const screen = usePublicActScreen();
  const about = useStored(screen.act);
  const summary = useStored(screen.summary);
  const machine = useActorRef(screen.machine);
  useRetryAfterSilence(machine);
  const snapshot = useSelector(machine, (current) => current);
  const { sentence, code } = snapshot.context;
  const hash = useTextParam('hash');
  const mayAnswer = usePathname().startsWith('/answer/');
  const addresses = useMemo(
    () =>
      mayAnswer
        ? { act: paths.answer(hash), list: (id: number, which: string | null = null) => paths.answerList(hash, id, which) }
        : { act: paths.publicAct(hash), list: (id: number, which: string | null = null) => paths.publicList(hash, id, which) },
    [hash, mayAnswer],
  );
  const only = useRowsOnly();
  const listId = useIdParam('list');
  const list = summary?.costs.find(({ id }) => id === listId);
  useTitle(about ? m.act_numbered({ number: about.act.number }) : m.act());
  const shown = useMemo(() => about && summary && { screen, about, summary, addresses }, [screen, about, summary, addresses]);
  const isSheet = about !== null && isAnswerable(about);
  return (
    <div className={styles.page}>
      <KeptFocus />
      <header className={styles.bar}>
        <span className={styles.brand}>
          <Mark />
          Actum
        </span>
        {about && !snapshot.matches('over') && (
          <>
            {isAnswerable(about) && <Chip tone="waits">{m.answer_may()}</Chip>}
            <span className={classNames(styles.shared, about.may_answer && 'hide-phone')} title={sharedBy(about)}>
              {sharedBy(about)}
            </span>
            <Arriving>
              {about.answer !== null && (
                <ActExport actId={about.act.id} statusName={sentenceText(statusName(about.status))} parties={about} />
              )}
              <PrintButton isNamed />
            </Arriving>
          </>
        )}
      </header>
      <main className={styles.main}>
        {snapshot.matches('over') ? (
          <EmptyState
            level="h1"
            title={
              sentence !== null && (code === linkWithdrawn.code || code === linkExpired.code)
                ? sentenceText(sentence)
                : m.public_link_dead()
            }
          >
            {m.public_link_over_why()}
          </EmptyState>
        ) : snapshot.matches('failed') ? (
          <FailedState
            title={m.public_unreadable()}
            sentence={sentenceText(sentence) ?? ''}
            onRetry={() => machine.send({ type: 'load.retried' })}
          />
        ) : shown === null ? (
          <SkeletonRows label={m.act_reading()} />
        ) : (
          <>
            <ActHead shown={shown} list={list} snapshot={snapshot} />
            <div className={styles.tabs}>
              <Tabs label={m.lists()}>
                <Tab to={addresses.act}>{m.summary()}</Tab>
                {shown.summary.costs.map(({ id, title }) => (
                  <Tab key={id} to={addresses.list(id, isSheet ? null : only)}>
                    {listTitle(title)}
                  </Tab>
                ))}
              </Tabs>
            </div>
            {shown.about.answer !== null && <Receipt answer={shown.about.answer} summary={shown.summary} currency={shown.about.currency} />}
            {shown.about.may_answer && shown.about.status.code === 'draft' && <Banner tone="waits">{sentenceText(takenBack())}</Banner>}
            {isSheet ? (
              <AnswerSheet
                answering={screen.answering(hash, shown.about)}
                way="link"
                summary={shown.summary}
                currency={shown.about.currency}
                listId={listId}
                addressOf={(id, place) => paths.answerSheet(hash, id, place)}
              />
            ) : (
              <PublicProvider value={shown}>
                <Outlet />
              </PublicProvider>
            )}
            <div className={styles.parties}>
              <CompanyBlock company={shown.about.company} />
              {shown.about.client.name !== '' && <ClientBlock client={shown.about.client} />}
            </div>
            <Signatures company={shown.about.company.name} client={shown.about.client.name} />
          </>
        )}
      </main>
    </div>
  );
}
