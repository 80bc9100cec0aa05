import { useMemo, useState } from 'react';
import type { Version } from '../../../domain/api/shapes.ts';
import { CHANGES, type Change, type ChangeCounts } from '../../../domain/comparison.ts';
import { touchesVersion } from '../../machines/projectFeed/touched.ts';
import { m } from '../../messages/messages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { laterPart, preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { shownMoment } from '../dates.ts';
import { isZero, signedMoney } from '../figures.tsx';
import { useScreenActions } from '../palette/actions.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { firstFailure, useProjectChanges, useReading, useStored, whileThere } from '../reading.ts';
import { Link, paths, useGo, useIdParam, useSearchParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { versionName } from '../versions/useVersionActions.ts';
import { CompareLists } from './CompareLists.tsx';
import { CompareRows } from './CompareRows.tsx';
import { CHANGE_NAMES } from './changeNames.ts';
import styles from './compare.module.css';
import { CompareProvider, type CompareShown } from './context.ts';
import type { Compared, Comparison } from './needs.ts';
import { useComparison } from './screen.ts';
import { wholeNames } from './sideNames.ts';

const PrintButton = preloadedPart(() => import('../paper/PrintButton.tsx').then((module) => module.PrintButton));
const PaperHead = laterPart(() => import('../paper/Paper.tsx').then((module) => module.ProjectPaperHead));

interface PickerProps {
  readonly label: string;
  readonly versions: readonly Version[];
  readonly chosen: number;
  readonly onChoose: (id: number) => void;
}

function Picker({ label, versions, chosen, onChoose }: PickerProps) {
  const version = versions.find(({ id }) => id === chosen);
  return (
    <span className={styles.picker}>
      <span className="muted">{label}</span>
      <Menu
        trigger={
          <button type="button" className={buttonClass({ size: 'small' })}>
            <span className="sr-only">{label} </span>
            <span className={styles.version}>{version ? versionName(version) : '–'}</span>
            <Icon name="chevronDown" />
          </button>
        }
        options={versions.map((each) => ({ key: String(each.id), label: versionName(each), chosen: each.id === chosen }))}
        onChoose={(key) => onChoose(Number(key))}
      />
    </span>
  );
}

/** An id in the search of the address. */
function useIdSearched(name: string): number | null {
  const text = useSearchParam(name) ?? '';
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

interface StripProps {
  readonly comparison: Comparison | null;
  readonly about: ProjectWithVersions;
  readonly newId: number;
  readonly oldId: number;
  readonly isThen: boolean;
  readonly onChoose: (newId: number, oldId: number) => void;
}

/** The two versions and their difference in money. */
function Strip({ comparison, about: { project, versions }, newId, oldId, isThen, onChoose }: StripProps) {
  const swap = () => onChoose(oldId, newId);
  useScreenActions(isThen ? [] : [{ name: m.compare_swap(), run: swap }]);
  const moment = comparison?.moment;
  // A version cannot be compared with itself, except at a named moment, so choosing the other version swaps the two.
  return (
    <div className={styles.strip}>
      <Picker
        label={m.compare_from()}
        versions={versions}
        chosen={oldId}
        onChoose={(id) => onChoose(id === newId && !isThen ? oldId : newId, id)}
      />
      {moment && <span className={styles.moment}>{m.compare_then({ name: moment.name, time: shownMoment(moment.at) })}</span>}
      {!isThen && <Button kind="ghost" size="small" icon="swap" aria-label={m.compare_swap()} onClick={swap} />}
      <Picker
        label={m.compare_to()}
        versions={versions}
        chosen={newId}
        onChoose={(id) => onChoose(id, id === oldId && !isThen ? newId : oldId)}
      />
      <span className="grow" />
      {comparison && (
        <p className={styles.difference}>
          <span className="muted">{m.numbers_difference_with_taxes()}</span>{' '}
          <b className="num">
            {signedMoney(comparison.total_with_taxes.difference.total)} <span className="sign">{project.currency}</span>
          </b>
        </p>
      )}
    </div>
  );
}

type Shown = 'lists' | 'all' | Change;
const VIEWS: readonly Shown[] = ['lists', 'all', ...CHANGES];
const nameOf = (which: Shown): string =>
  which === 'lists' ? m.compare_by_list() : which === 'all' ? m.compare_rows() : CHANGE_NAMES[which].name();
const allRows = (counts: ChangeCounts): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

const differs = ({ counts, lists, total_with_taxes, total }: Comparison): boolean =>
  allRows(counts) > 0 ||
  [total, total_with_taxes, ...lists].some(({ difference }) => Object.values(difference).some((amount) => !isZero(amount)));

interface Addressed extends Compared {
  readonly projectId: number;
}

function KnownComparison({ projectId, newId, oldId, momentId }: Addressed) {
  const screen = useComparison({ newId, oldId, momentId });
  const project = useProjectScreen(projectId);
  const about = useStored(project.project);
  const readingRows = useReading(screen.reading);
  const readingProject = useReading(project.reading);
  const failure = firstFailure(readingRows.failed, readingProject.failed);
  const comparison = whileThere(useStored(screen.about), failure);
  const [changes, setChanges] = useState(0);
  useProjectChanges(projectId, (change) => {
    readingProject.reload();
    if (!touchesVersion(change, newId) && !touchesVersion(change, oldId)) return;
    readingRows.reload();
    setChanges((count) => count + 1);
  });
  useTitle(m.versions_compare());
  const go = useGo();
  const asked = useSearchParam('show');
  const show = VIEWS.find((each) => each === asked) ?? 'lists';
  useTeamOf(about?.project.team_id);
  const shown = useMemo<CompareShown | null>(
    () => comparison && about && { screen, comparison, about, changes },
    [screen, comparison, about, changes],
  );
  const choose = (now: number, old: number) => go(paths.compare(projectId, now, old, show, momentId), { replace: true });
  const see = (which: Shown) => go(paths.compare(projectId, newId, oldId, which, momentId), { replace: true });
  const countOf = (which: Shown): number | null => {
    if (comparison === null || which === 'lists') return null;
    return which === 'all' ? allRows(comparison.counts) : comparison.counts[which];
  };
  useScreenActions(
    VIEWS.filter((which) => which !== show).map((which) => ({ name: m.palette_show({ name: nameOf(which) }), run: () => see(which) })),
  );
  return (
    <AppShell
      title={m.versions_compare()}
      startsFolded
      trail={about ? [{ key: 'project', link: <Link to={paths.estimate(projectId, newId)}>{about.project.name}</Link> }] : []}
      actions={
        about && (
          <>
            <Link to={paths.contract(projectId, newId)} className={buttonClass({ size: 'small' })}>
              {m.contract_open()}
            </Link>
            <PrintButton mounted />
          </>
        )
      }
      subbar={VIEWS.map((which) => {
        const count = countOf(which);
        return (
          <Filter key={which} chosen={which === show} {...(count !== null && { count })} onChoose={() => see(which)}>
            {nameOf(which)}
          </Filter>
        );
      })}
    >
      {about && comparison && (
        <PaperHead
          projectId={projectId}
          teamName=""
          project={about.project.name}
          title={m.compare_paper_title()}
          facts={[
            m.compare_paper(wholeNames(comparison)),
            nameOf(show),
            `${m.numbers_difference_with_taxes()} ${signedMoney(comparison.total_with_taxes.difference.total)} ${about.project.currency}`,
          ]}
        />
      )}
      {about && <Strip comparison={comparison} about={about} newId={newId} oldId={oldId} isThen={momentId !== null} onChoose={choose} />}
      {failure !== null ? (
        <Unread
          title={m.compare_unreadable()}
          missing={m.missing_estimate()}
          failure={failure}
          onRetry={() => {
            readingRows.retry();
            readingProject.retry();
          }}
        />
      ) : shown === null ? (
        <SkeletonRows label={m.compare_reading()} />
      ) : differs(shown.comparison) ? (
        <CompareProvider value={shown}>
          {show === 'lists' ? <CompareLists /> : <CompareRows key={show} change={show === 'all' ? null : show} />}
        </CompareProvider>
      ) : (
        <EmptyState title={m.compare_same()}>{m.compare_same_why(wholeNames(shown.comparison))}</EmptyState>
      )}
    </AppShell>
  );
}

export function CompareScreen() {
  const [projectId, newId, oldId] = [useIdParam('id'), useIdParam('version'), useIdParam('with')];
  const momentId = useIdSearched('moment');
  if (projectId === null || newId === null || oldId === null) return <NotFound />;
  return <KnownComparison key={`${newId} ${oldId} ${momentId}`} projectId={projectId} newId={newId} oldId={oldId} momentId={momentId} />;
}
