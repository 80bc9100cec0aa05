import { useActorRef } from '@xstate/react';
import { useMemo, useState } from 'react';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { phoneColumns } from '../../ui/grid/phone.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { laterPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany } from '../actum.tsx';
import { useChanging } from '../changing.ts';
import { shownMoment } from '../dates.ts';
import { listTitle, shownMoney, shownQuantity, shownUnitPrice, signedMoney } from '../figures.tsx';
import { ReadGrid } from '../grid/ReadGrid.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { whyLimited } from '../ownLimit.ts';
import { PrintButton } from '../paper/PrintButton.tsx';
import { useManages } from '../payments/useManages.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { firstFailure, useEmitted, useProjectChanges, useReading, useStored, whileThere } from '../reading.ts';
import { Link, paths, useGo, useIdParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { CarryFigures } from './CarryFigures.tsx';
import styles from './carrying.module.css';
import type { CarriedKind, CarriedPart, CarriedRow } from './needs.ts';
import { useCarried, useCarryings } from './screen.ts';
import { carriedValueOf, kindName, rowName } from './words.ts';

const PaperHead = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectPaperHead));

const KINDS = ['revalued', 'settled'] as const satisfies readonly CarriedKind[];

const money = (id: string, header: string, of: (row: CarriedRow) => string, strong = false): GridColumn<CarriedRow> => ({
  id,
  header,
  width: 124,
  figures: true,
  tone: () => (strong ? 'strong' : undefined),
  render: (row) => (id === 'revaluation' ? signedMoney(of(row)) : shownMoney(of(row))),
});

function columnsOf(kind: CarriedKind): readonly GridColumn<CarriedRow>[] {
  const shown = ({ from, into }: CarriedRow) => into ?? from;
  const texts: readonly GridColumn<CarriedRow>[] = [
    { id: 'list', header: m.list(), width: 150, tone: () => 'faint', render: (row) => listTitle(shown(row)?.list_title ?? '') },
    { id: 'name', header: m.carry_row(), width: 220, grows: true, pinned: true, heads: true, render: (row) => rowName(shown(row)) },
  ];
  const quantity = (id: 'done' | 'settled' | 'carried', header: string): GridColumn<CarriedRow> => ({
    id,
    header,
    width: 120,
    figures: true,
    render: (row) => (
      <>
        {shownQuantity(row[id])} <span className="sign">{shown(row)?.unit}</span>
      </>
    ),
  });
  if (kind === 'settled')
    return [
      ...texts,
      quantity('done', m.carry_done()),
      quantity('settled', m.carry_settled()),
      money('value', m.carry_value(), ({ settled_value }) => settled_value, true),
    ];
  const price = (id: 'from' | 'into', header: string): GridColumn<CarriedRow> => ({
    id,
    header,
    width: 148,
    figures: true,
    render: (row) => shownUnitPrice(row[id]?.unit_total ?? '0'),
  });
  return [
    ...texts,
    quantity('carried', m.carry_carried()),
    price('from', m.carry_price_old()),
    price('into', m.carry_price_now()),
    money('before', m.carry_before(), ({ before }) => before),
    money('now', m.carry_carried_value(), carriedValueOf),
    money('revaluation', m.carry_revaluation(), ({ revaluation }) => revaluation, true),
  ];
}

function Rows({ part, kind }: { readonly part: CarriedPart; readonly kind: CarriedKind }) {
  const { rows, windows } = useMemo(() => part.list(kind), [part, kind]);
  const { count, failure, onSeen, retry } = useWindows(rows, windows);
  const isNarrow = useNarrow();
  const columns = useMemo(() => {
    const all = columnsOf(kind);
    const first = kind === 'settled' ? ['settled', 'value'] : ['carried', 'revaluation'];
    return isNarrow ? phoneColumns(all, { above: 'name', first, leftOut: ['list', 'from', 'into'] }) : all;
  }, [kind, isNarrow]);
  if (failure !== null && count === null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  return (
    <>
      <ReadGrid
        label={kindName(kind)}
        columns={columns}
        rows={rows}
        count={count}
        onSeen={onSeen}
        empty={<EmptyState title={m.carry_none_of_kind()} />}
      />
      <RowsUnread failure={failure} onRetry={retry} />
    </>
  );
}

interface TakeBackProps {
  readonly about: ProjectWithVersions;
  readonly versionId: number;
}

/** Takes back a carrying, as long as no act depends on it. */
function TakeBack({ about, versionId }: TakeBackProps) {
  const dialog = useActorRef(useCarryings().takingBack);
  const { isOpen, busy, problem, submit, close } = useChanging(dialog);
  const go = useGo();
  const version = about.versions.find(({ id }) => id === versionId);
  const manages = useManages(about.project);
  useEmitted(dialog, 'form.accepted', () => go(paths.estimate(about.project.id, versionId), { replace: true }));
  if (!version?.carried_from) return null;
  const numbers = { from: version.carried_from.number, into: version.number };
  const firstAct = version.acts[0];
  const blocked =
    whyLimited(about.project.limit) ??
    (manages ? null : m.carry_managers()) ??
    (firstAct ? m.carry_act_stands({ number: firstAct.number }) : null);
  return (
    <>
      <Button size="small" icon="undo" blocked={blocked} onClick={() => dialog.send({ type: 'dialog.opened', subject: version })}>
        {m.carry_take_back()}
      </Button>
      <ConfirmDialog
        open={isOpen}
        busy={busy}
        problem={problem}
        title={m.carry_take_back_title(numbers)}
        description={m.carry_take_back_why(numbers)}
        action={m.carry_take_back_do()}
        onConfirm={() => submit(null)}
        onClose={close}
      />
    </>
  );
}

function KnownCarried({ projectId, versionId }: { readonly projectId: number; readonly versionId: number }) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const readingProject = useReading(screen.reading);
  const part = useCarried(versionId);
  const carryings = useStored(part.carryings);
  const readingPart = useReading(part.reading);
  const [kind, setKind] = useState<CarriedKind>('revalued');
  useProjectChanges(projectId, () => {
    readingProject.reload();
    readingPart.reload();
  });
  useTeamOf(about?.project.team_id);
  const { team } = useCompany();
  useTitle(m.carry_history());
  const failure = firstFailure(readingProject.failed, readingPart.failed);
  const there = whileThere(about, failure);
  return (
    <AppShell
      title={m.carry_history()}
      trail={about ? [{ key: 'project', link: <Link to={paths.estimate(projectId, versionId)}>{about.project.name}</Link> }] : []}
      actions={
        there && (
          <>
            <PrintButton />
            <TakeBack about={there} versionId={versionId} />
          </>
        )
      }
    >
      {there && carryings && carryings.length > 0 && (
        <PaperHead
          projectId={projectId}
          teamName={team?.name ?? ''}
          project={there.project.name}
          title={m.carry_history()}
          facts={carryings.map(({ from, into }) => m.carry_title_from({ from: from.number, into: into.number }))}
        />
      )}
      {failure !== null ? (
        <Unread
          title={m.carry_unreadable()}
          missing={m.missing_estimate()}
          failure={failure}
          onRetry={() => {
            readingProject.retry();
            readingPart.retry();
          }}
        />
      ) : about === null || carryings === null ? (
        <SkeletonRows label={m.carry_reading()} />
      ) : carryings.length === 0 ? (
        <EmptyState
          title={m.carry_nothing_carried()}
          action={<Link to={paths.estimate(projectId, versionId)}>{m.payment_to_estimate()}</Link>}
        />
      ) : (
        <div className={styles.page}>
          <ul className={styles.chain}>
            {carryings.map((carried) => (
              <li key={carried.into.id}>
                <h2>{m.carry_title_from({ from: carried.from.number, into: carried.into.number })}</h2>
                <CarryFigures value={carried} currency={about.project.currency} />
                <p className="muted">{m.carry_by({ name: carried.by, moment: shownMoment(carried.at) })}</p>
              </li>
            ))}
          </ul>
          <div className={styles.tabs}>
            {KINDS.map((each) => (
              <Filter key={each} chosen={each === kind} onChoose={() => setKind(each)}>
                {kindName(each)}
              </Filter>
            ))}
          </div>
          {/* Paper has both kinds. */}
          {KINDS.map((each) => (
            <section key={each} className={styles.list} hidden={each !== kind}>
              <h2 className={styles.onPaper}>{kindName(each)}</h2>
              <Rows part={part} kind={each} />
            </section>
          ))}
        </div>
      )}
    </AppShell>
  );
}

/** The work that a version carried from others, with the rows that were settled or changed value. */
export function CarriedScreen() {
  const [projectId, versionId] = [useIdParam('id'), useIdParam('version')];
  if (projectId === null || versionId === null) return <NotFound />;
  return <KnownCarried key={versionId} projectId={projectId} versionId={versionId} />;
}
