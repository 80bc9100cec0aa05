import { useActorRef } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Ledger } from '../../../domain/api/certificateShapes.ts';
import type { Version } from '../../../domain/api/shapes.ts';
import type { certificateMachine } from '../../machines/certificate/certificate.ts';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { Tabs } from '../../ui/Shell.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { type ActAction, ActionMenu } from '../act/ActionMenu.tsx';
import { useCompany } from '../actum.tsx';
import { isZero } from '../figures.tsx';
import { whyLimited } from '../ownLimit.ts';
import { ProjectPaperHead } from '../paper/Paper.tsx';
import { PrintButton } from '../paper/PrintButton.tsx';
import { useRequestPrint } from '../paper/rowsToPrint.ts';
import type { ProjectWithVersions } from '../project/needs.ts';
import { useProjectScreen } from '../project/screen.ts';
import { useEmitted, useProjectChanges, useReading, useStored, whileThere } from '../reading.ts';
import { Link, paths, Redirect, Tab, useGo, useIdParam, useTitle } from '../routing.tsx';
import { scrolled } from '../scrolled.ts';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { versionName } from '../versions/useVersionActions.ts';
import { AgreedTerms } from './AgreedTerms.tsx';
import { CertificateDialogs } from './CertificateDialogs.tsx';
import { CertificateTable } from './CertificateTable.tsx';
import { LedgerHead } from './LedgerHead.tsx';
import { PaymentPicture } from './PaymentPicture.tsx';
import styles from './payments.module.css';
import { useLedger } from './screen.ts';
import { useManages } from './useManages.ts';

const ActTree = preloadedPart(() => import('../act/ActTree.tsx').then((module) => module.ActTree));

type Actor = ActorRefFrom<typeof certificateMachine>;

/** The actions possible between acts; a blocked one says why. */
function betweenActions(ledger: Ledger, limited: string | null, actor: Actor): readonly ActAction[] {
  const { advance } = ledger.terms.terms;
  const isPaidApart = advance !== null && advance.paid_on !== null;
  return [
    {
      key: 'release',
      name: m.payment_release(),
      run: () => actor.send({ type: 'between.requested', between: { kind: 'release', most: ledger.kept } }),
      blocked: limited ?? (isZero(ledger.kept) ? m.payment_nothing_kept() : null),
    },
    ...(advance === null
      ? []
      : [
          {
            key: 'advance',
            name: m.payment_pay_advance(),
            run: () => actor.send({ type: 'between.requested', between: { kind: 'advance', most: advance.amount } }),
            blocked:
              limited ?? (isPaidApart ? m.payment_advance_apart() : isZero(ledger.advance.paid) ? null : m.payment_advance_is_paid()),
          },
        ]),
  ];
}

/** The version that no other version carries on. */
const latest = (versions: ContractVersions): Version => versions.find((each) => each.carried_on_by === null) ?? versions[0];
type ContractVersions = readonly [Version, ...Version[]];
/** "Version 2", or "Versions 1, 2" for a contract of several versions. */
const versionsName = (versions: readonly Pick<Version, 'number' | 'name'>[]): string =>
  versions.length === 1 && versions[0] !== undefined
    ? versionName(versions[0])
    : m.payment_versions({ numbers: versions.map(({ number }) => number).join(', ') });

interface ContractProps {
  readonly about: ProjectWithVersions;
  /** Its latest version. */
  readonly version: Version;
  /** Each contract by its versions, in the order in which they carry on one another. Sums of contracts are not added. */
  readonly contracts: readonly ContractVersions[];
}

function Contract({ about: { project }, version, contracts }: ContractProps) {
  const part = useLedger(version.id);
  const { failed, retry, reload } = useReading(part.reading);
  const ledger = whileThere(useStored(part.ledger), failed);
  const actor = useActorRef(part.certificate);
  const go = useGo();
  const { team } = useCompany();
  const onPrint = useRequestPrint();
  useProjectChanges(project.id, reload);
  useEmitted(actor, 'certificate.settled', ({ what, sheet }) => {
    if (what === 'issued' && sheet?.id) go(paths.certificate(sheet.id));
    else reload();
  });
  const limited = whyLimited(project.limit);
  const manages = useManages(project);
  const next = ledger?.certificates.find(({ id, blocked }) => id === null && blocked === null);
  return (
    <AppShell
      open={{ id: project.id, name: project.name, tree: <ActTree mounted projectId={project.id} versionId={version.id} /> }}
      title={m.payments()}
      trail={[{ key: 'project', link: <Link to={paths.estimate(project.id, version.id)}>{project.name}</Link> }]}
      actions={
        ledger && (
          <>
            <PrintButton isInMenu />
            {next?.act && limited === null && (
              <Link to={paths.actCertificate(next.act.id)} className={buttonClass({ kind: 'primary', size: 'small' })}>
                {m.payment_issue_next({ number: next.number })}
              </Link>
            )}
            <ActionMenu
              actions={[
                ...betweenActions(ledger, limited, actor),
                { key: 'contract', name: m.contract_open(), run: () => go(paths.contract(project.id, version.id)) },
                { key: 'print', name: m.print(), run: onPrint, hasButton: true },
              ]}
            />
          </>
        )
      }
      subbar={
        contracts.length > 1 ? (
          <Tabs label={m.payment_contracts()}>
            {contracts.map((each) => {
              const last = latest(each);
              return (
                <Tab key={last.id} to={paths.payments(project.id, last.id)} {...(last.id === version.id && { 'aria-current': 'page' })}>
                  {versionsName(each)}
                </Tab>
              );
            })}
          </Tabs>
        ) : undefined
      }
    >
      {failed !== null ? (
        <Unread title={m.payment_unreadable()} missing={m.missing_estimate()} failure={failed} onRetry={retry} />
      ) : ledger === null ? (
        <SkeletonRows label={m.payment_reading()} />
      ) : (
        <div className={styles.page} data-paper="sheet" {...scrolled(m.payments())}>
          <ProjectPaperHead
            projectId={project.id}
            teamName={team?.name ?? ''}
            project={project.name}
            title={m.payments()}
            facts={[versionsName(ledger.versions)]}
          />
          <LedgerHead ledger={ledger} />
          <AgreedTerms ledger={ledger} blocked={limited ?? (manages ? null : m.terms_managers())} onSet={reload} />
          <CertificateTable
            ledger={ledger}
            blocked={limited}
            onPay={(certificate) => actor.send({ type: 'payment.requested', certificate })}
          />
          <PaymentPicture ledger={ledger} />
        </div>
      )}
      <CertificateDialogs actor={actor} currency={ledger?.currency ?? ''} />
    </AppShell>
  );
}

/** The contracts of a project that have acts, the one of the latest version last. */
function contractsOf(versions: readonly Version[]): ContractVersions[] {
  const contracts = new Map<number, [Version, ...Version[]]>();
  for (const version of versions) {
    const known = contracts.get(version.contract_id);
    if (known === undefined) contracts.set(version.contract_id, [version]);
    else known.push(version);
  }
  return [...contracts.values()]
    .filter((each) => each.some(({ acts }) => acts.length > 0))
    .toSorted((one, other) => latest(one).number - latest(other).number);
}

function ProjectPayments({ projectId, versionId }: { readonly projectId: number; readonly versionId: number | null }) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const { failed, retry } = useReading(screen.reading);
  useTitle(about ? `${m.payments()}, ${about.project.name}` : m.payments());
  useTeamOf(about?.project.team_id);
  const contracts = contractsOf(about?.versions ?? []);
  const contract = versionId === null ? contracts.at(-1) : contracts.find((each) => each.some(({ id }) => id === versionId));
  const version = contract === undefined ? undefined : latest(contract);
  if (about && version) return <Contract key={version.id} about={about} version={version} contracts={contracts} />;
  // The version's acts have been deleted since, or it is of another project.
  if (contracts.length > 0) return <Redirect to={paths.payments(projectId)} replace />;
  return (
    <AppShell
      title={m.payments()}
      trail={about ? [{ key: 'project', link: <Link to={paths.project(projectId)}>{about.project.name}</Link> }] : []}
    >
      {failed !== null ? (
        <Unread title={m.payment_unreadable()} missing={m.missing_project()} failure={failed} onRetry={retry} />
      ) : about === null ? (
        <SkeletonRows label={m.payment_reading()} />
      ) : (
        <EmptyState title={m.payment_no_acts()} action={<Link to={paths.project(projectId)}>{m.payment_to_estimate()}</Link>}>
          {m.payment_no_acts_why()}
        </EmptyState>
      )}
    </AppShell>
  );
}

/** Work certified, kept back, due and paid in a project. */
export function PaymentsScreen() {
  const [projectId, versionId] = [useIdParam('id'), useIdParam('version')];
  return projectId === null ? <NotFound /> : <ProjectPayments key={projectId} projectId={projectId} versionId={versionId} />;
}
