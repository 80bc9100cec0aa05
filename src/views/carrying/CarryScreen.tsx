import { useActorRef, useSelector } from '@xstate/react';
import type { CarryHead } from '../../machines/carrying/carrying.ts';
import { m } from '../../messages/messages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useShowNotice } from '../actum.tsx';
import { useAsk, useChanging } from '../changing.ts';
import { whyLimited } from '../ownLimit.ts';
import { useManages } from '../payments/useManages.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { useEmitted, useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, paths, useGo, useIdParam, useTitle } from '../routing.tsx';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { CarryReview } from './CarryReview.tsx';
import { useCarrying, useCarryings } from './screen.ts';

interface Addressed {
  readonly projectId: number;
  readonly versionId: number;
}

interface MendProps {
  readonly head: CarryHead;
  readonly about: ProjectWithVersions;
  readonly versionId: number;
  readonly onMended: () => void;
}

/** The address at which the obstacle to a carrying can be removed: the act that is open, or the version. */
function Mend({ head, about, versionId, onMended }: MendProps) {
  const separation = useActorRef(useCarryings().separation);
  const { busy, problem } = useChanging(separation);
  const { make } = useAsk(separation);
  const manages = useManages(about.project);
  useEmitted(separation, 'form.accepted', onMended);
  const { blocked, from } = head;
  const version = about.versions.find(({ id }) => id === versionId);
  const older = about.versions.find(({ id }) => id === from.id);
  const looks = buttonClass({ kind: 'func', size: 'extra-small' });
  const open = blocked?.code === 'older_act_open' ? older?.acts.find(({ number }) => number === blocked.params?.number) : undefined;
  if (open)
    return (
      <Link to={paths.act(open.id)} className={looks}>
        {m.carry_to_act({ number: open.number })}
      </Link>
    );
  if (blocked?.code === 'older_extras_open')
    return (
      <Link to={paths.extras(about.project.id, from.id)} className={looks}>
        {m.extras()}
      </Link>
    );
  if (blocked?.code === 'carry_is_separate' && version && version.acts.length === 0)
    return (
      <>
        {problem !== null && <span className="wrong">{problem}</span>}
        <Button
          kind="func"
          size="extra-small"
          loading={busy}
          blocked={manages ? null : m.separate_managers()}
          onClick={() => make(version, null)}
        >
          {m.separate_end()}
        </Button>
      </>
    );
  const toOpen = blocked?.code === 'older_act_open' ? from.id : versionId;
  return (
    <Link to={paths.estimate(about.project.id, toOpen)} className={looks}>
      {m.carry_to_version({ number: about.versions.find(({ id }) => id === toOpen)?.number ?? '' })}
    </Link>
  );
}

function KnownCarrying({ projectId, versionId }: Addressed) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const { failed, retry } = useReading(screen.reading);
  const part = useCarrying(versionId);
  const actor = useActorRef(part.machine, { input: { pairs: part.kept() } });
  const head = useSelector(actor, ({ context }) => context.head);
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ reviewing: 'idle' }));
  const go = useGo();
  const showNotice = useShowNotice();
  useProjectChanges(projectId, () => actor.send({ type: 'project.changed' }));
  useTeamOf(about?.project.team_id);
  const manages = useManages({ team_id: about?.project.team_id ?? 0 });
  const version = about?.versions.find(({ id }) => id === versionId);
  const title = m.carry_title();
  useTitle(title);
  useEmitted(actor, 'carrying.made', () => {
    if (head?.into) showNotice(m.carry_made({ from: head.from.number, into: head.into.number }), 'done');
    go(paths.estimate(projectId, versionId), { replace: true });
  });
  const limited = whyLimited(about?.project.limit ?? null) ?? (about && !manages ? m.carry_managers() : null);
  return (
    <AppShell
      title={head?.into ? m.carry_title_from({ from: head.from.number, into: head.into.number }) : title}
      trail={about ? [{ key: 'project', link: <Link to={paths.estimate(projectId, versionId)}>{about.project.name}</Link> }] : []}
      actions={
        about && (
          <Button
            kind="primary"
            size="small"
            blocked={limited ?? (head?.blocked ? m.carry_blocked() : isReady ? null : m.carry_reading())}
            onClick={() => actor.send({ type: 'carry.requested' })}
          >
            {m.carry_do_ask()}
          </Button>
        )
      }
    >
      {failed !== null ? (
        <Unread title={m.project_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />
      ) : about === null ? (
        <SkeletonRows label={m.carry_reading()} />
      ) : version === undefined ? (
        <Unread title={m.project_unreadable()} missing={m.missing_estimate()} failure={{ sentence: '', isMissing: true }} onRetry={retry} />
      ) : (
        <CarryReview
          part={part}
          actor={actor}
          currency={about.project.currency}
          mend={(shown) => (
            <Mend head={shown} about={about} versionId={versionId} onMended={() => actor.send({ type: 'project.changed' })} />
          )}
        />
      )}
    </AppShell>
  );
}

/** Reviews the work done under an older version before a newer one carries it on. */
export function CarryScreen() {
  const [projectId, versionId] = [useIdParam('id'), useIdParam('version')];
  if (projectId === null || versionId === null) return <NotFound />;
  return <KnownCarrying key={versionId} projectId={projectId} versionId={versionId} />;
}
