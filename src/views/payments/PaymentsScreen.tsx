import { useActorRef } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Ledger } from '../../../domain/contract/certificateShapes.ts';
import type { Version } from '../../../domain/contract/shapes.ts';
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
import { useEmitted, useProjectChanges, useReading, useStored } from '../reading.ts';
import { Link, paths, Redirect, Tab, useGo, useIdParam, useTitle } from '../routing.tsx';
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
import { scrolled } from './words.ts';

const ActTree = preloadedPart(() => import('../act/ActTree.tsx').then((module) => module.ActTree));

type Actor = ActorRefFrom<typeof certificateMachine>;

/** What can be done between acts, and why not. */
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

interface ContractProps {
  readonly about: ProjectWithVersions;
  readonly version: Version;
  /** Versions with acts: each is a contract of its own. */
  readonly contracts: readonly Version[];
}

function Contract({ about: { project }, version, contracts }: ContractProps) {
  const part = useLedger(version.id);
  const ledger = useStored(part.ledger);
  const { failed, retry, reload } = useReading(part.reading);
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
            {contracts.map((each) => (
              <Tab key={each.id} to={paths.payments(project.id, each.id)} {...(each.id === version.id && { 'aria-current': 'page' })}>
                {versionName(each)}
              </Tab>
            ))}
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
            facts={[m.act_against_version({ number: version.number })]}
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

function ProjectPayments({ projectId, versionId }: { readonly projectId: number; readonly versionId: number | null }) {
  const screen = useProjectScreen(projectId);
  const about = useStored(screen.project);
  const { failed, retry } = useReading(screen.reading);
  useTitle(about ? `${m.payments()}, ${about.project.name}` : m.payments());
  useTeamOf(about?.project.team_id);
  const contracts = about?.versions.filter(({ acts }) => acts.length > 0) ?? [];
  const version = versionId === null ? contracts.at(-1) : contracts.find(({ id }) => id === versionId);
  if (about && version) return <Contract key={version.id} about={about} version={version} contracts={contracts} />;
  // A version whose acts have been deleted since, or another project's.
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

/** What is certified, kept back, due and paid in a project. */
export function PaymentsScreen() {
  const [projectId, versionId] = [useIdParam('id'), useIdParam('version')];
  return projectId === null ? <NotFound /> : <ProjectPayments key={projectId} projectId={projectId} versionId={versionId} />;
}
