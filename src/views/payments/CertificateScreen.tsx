import { useActorRef } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { CertificateSheet } from '../../../domain/api/certificateShapes.ts';
import type { certificateMachine } from '../../machines/certificate/certificate.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ActionMenu } from '../act/ActionMenu.tsx';
import { useCompany } from '../actum.tsx';
import { shownDay } from '../dates.ts';
import { CertificateExport } from '../export/FileExport.tsx';
import { isZero } from '../figures.tsx';
import { PastPanel } from '../history/PastPanel.tsx';
import { useOpenPast } from '../history/useOpenPast.ts';
import { whyLimited } from '../ownLimit.ts';
import { ProjectPaperHead, ProjectSignatures } from '../paper/Paper.tsx';
import { PrintButton } from '../paper/PrintButton.tsx';
import { useRequestPrint } from '../paper/rowsToPrint.ts';
import { useEmitted, useProjectChanges, useReading, useStored, whileThere } from '../reading.ts';
import { Link, paths, useGo, useIdParam, useTitle } from '../routing.tsx';
import { scrolled } from '../scrolled.ts';
import { AppShell } from '../shell/AppShell.tsx';
import { Unread } from '../shell/Unread.tsx';
import { useTeamOf } from '../shell/useTeamOf.ts';
import { NotFound } from '../shell/Whole.tsx';
import { CertificateDialogs } from './CertificateDialogs.tsx';
import { InvoiceButton } from './InvoiceButton.tsx';
import { ListFigures } from './ListFigures.tsx';
import type { SheetShown } from './needs.ts';
import styles from './payments.module.css';
import { SheetLines } from './SheetLines.tsx';
import { useSheet } from './screen.ts';
import { useManages } from './useManages.ts';
import { certificateName, certificateSubject, dueInWords, paidInWords, termsInWords } from './words.ts';

const ActTree = preloadedPart(() => import('../act/ActTree.tsx').then((module) => module.ActTree));

type Actor = ActorRefFrom<typeof certificateMachine>;

/** Reloads the sheet when others change its project. */
function Follow({ projectId, onChange }: { readonly projectId: number; readonly onChange: () => void }) {
  useProjectChanges(projectId, onChange);
  return null;
}

/** The state of a certificate: not issued, issued, or paid. */
function CertificateStatus({
  sheet: { id, date, due, paid, issued },
  currency,
}: {
  readonly sheet: CertificateSheet;
  readonly currency: string;
}) {
  if (id === null) return <Chip>{m.certificate_not_issued()}</Chip>;
  return (
    <>
      <Chip tone="done">
        {m.certificate_issued_on({ day: shownDay(date ?? '') })}
        {issued !== null && <span className="sr-only">, {m.certificate_issued_by({ name: issued.by })}</span>}
      </Chip>
      {paid === null && isZero(due) ? null : paid === null ? (
        <Chip tone="waits">{m.certificate_unpaid()}</Chip>
      ) : (
        <Chip tone="done">{paidInWords(paid, currency)}</Chip>
      )}
    </>
  );
}

function SheetActions({ shown: { sheet, project }, actor }: { readonly shown: SheetShown; readonly actor: Actor }) {
  const [go, openPast] = [useGo(), useOpenPast()];
  const onPrint = useRequestPrint();
  const manages = useManages(project);
  const limited = whyLimited(project.limit);
  const isIssued = sheet.id !== null;
  const [certificateId, actId] = [sheet.id, sheet.act?.id ?? 0];
  const file = useMemo(() => (certificateId === null ? { actId } : { certificateId }), [certificateId, actId]);
  const issueBlocked = limited ?? sentenceText(sheet.blocked);
  const issue = () => actor.send({ type: 'issue.requested', sheet });
  const pay = () => actor.send({ type: 'payment.requested', certificate: sheet });
  const takeBackBlocked = manages ? (sheet.is_latest ? null : m.certificate_not_latest()) : m.certificate_managers_take_back();
  return (
    <>
      <PrintButton isInMenu />
      <CertificateExport of={file} />
      {!isIssued && (
        <Button kind="primary" size="small" blocked={issueBlocked} onClick={issue}>
          {m.certificate_issue()}
        </Button>
      )}
      {sheet.id !== null && <InvoiceButton certificateId={sheet.id} />}
      {isIssued && sheet.paid === null && !isZero(sheet.due) && (
        <Button size="small" blocked={limited} onClick={pay}>
          {m.certificate_mark_paid()}
        </Button>
      )}
      <ActionMenu
        actions={[
          { key: 'payments', name: m.payments(), run: () => go(paths.payments(project.id, sheet.version.id)) },
          ...(sheet.act === null
            ? []
            : [{ key: 'act', name: m.act_numbered({ number: sheet.act.number }), run: () => go(paths.act(sheet.act?.id ?? 0)) }]),
          { key: 'print', name: m.print(), run: onPrint, hasButton: true },
          ...(certificateId === null
            ? []
            : [
                {
                  key: 'past',
                  name: m.history(),
                  run: () => openPast({ projectId: project.id, of: 'certificate', id: certificateId, name: certificateName(sheet) }),
                },
              ]),
          ...(sheet.paid === null ? [] : [{ key: 'paid', name: m.certificate_change_paid(), run: pay, blocked: limited }]),
          ...(isIssued
            ? [
                {
                  key: 'withdrawal',
                  name: m.certificate_take_back(),
                  run: () => actor.send({ type: 'taking.requested', certificate: sheet }),
                  blocked: limited ?? takeBackBlocked,
                  danger: true as const,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Sheet({ shown: { sheet, project } }: { readonly shown: SheetShown }) {
  const { team } = useCompany();
  const { currency } = sheet;
  const name = certificateName(sheet);
  return (
    <div className={styles.sheet} data-paper="sheet" {...scrolled(name)}>
      <ProjectPaperHead
        projectId={project.id}
        teamName={team?.name ?? ''}
        project={project.name}
        title={`${name}, ${certificateSubject(sheet)}`}
        facts={[
          m.act_against_version({ number: sheet.version.number }),
          sheet.date === null ? m.certificate_not_issued() : m.certificate_issued_on({ day: shownDay(sheet.date) }),
        ]}
      />
      <header className={styles.head}>
        <p className={styles.status}>
          <CertificateStatus sheet={sheet} currency={currency} />
        </p>
        <p className={styles.dueWords}>{dueInWords(sheet.due, currency)}</p>
      </header>
      <SheetLines sheet={sheet} />
      <section aria-label={m.certificate_by_list()} className={styles.byList}>
        <h2>{m.certificate_by_list()}</h2>
        <ListFigures sheet={sheet} />
      </section>
      <section aria-label={m.terms()} className={styles.agreed}>
        <h2>{m.terms()}</h2>
        {termsInWords(sheet.terms, currency).map((said) => (
          <p key={said}>{said}</p>
        ))}
      </section>
      <ProjectSignatures projectId={project.id} teamName={team?.name ?? ''} />
    </div>
  );
}

function KnownSheet({ kind, id }: { readonly kind: 'act' | 'certificate'; readonly id: number }) {
  const part = useSheet(kind, id);
  const shown = useStored(part.shown);
  const { failed, retry, reload } = useReading(part.reading);
  const actor = useActorRef(part.certificate);
  const go = useGo();
  const sheet = shown?.sheet;
  const there = whileThere(shown, failed);
  useTeamOf(shown?.project.team_id);
  const title = sheet === undefined ? m.certificate() : certificateName(sheet);
  useTitle(shown ? `${title}, ${shown.project.name}` : title);
  useEmitted(actor, 'certificate.settled', ({ what }) => {
    // A release that was taken back no longer exists, but an act does.
    if (what === 'taken back' && kind === 'certificate' && shown)
      go(sheet?.act ? paths.actCertificate(sheet.act.id) : paths.payments(shown.project.id, shown.sheet.version.id), { replace: true });
    else reload();
  });
  const blocked = there?.sheet.blocked ?? null;
  return (
    <AppShell
      open={
        shown
          ? {
              id: shown.project.id,
              name: shown.project.name,
              tree: <ActTree mounted projectId={shown.project.id} versionId={shown.sheet.version.id} />,
            }
          : undefined
      }
      title={title}
      trail={
        shown
          ? [
              { key: 'project', link: <Link to={paths.estimate(shown.project.id, shown.sheet.version.id)}>{shown.project.name}</Link> },
              { key: 'payments', link: <Link to={paths.payments(shown.project.id, shown.sheet.version.id)}>{m.payments()}</Link> },
            ]
          : []
      }
      actions={
        shown && (
          <>
            <Follow projectId={shown.project.id} onChange={reload} />
            <PastPanel projectId={shown.project.id} limit={shown.project.limit} />
            {there && <SheetActions shown={there} actor={actor} />}
          </>
        )
      }
    >
      {blocked !== null && <Banner tone="waits">{sentenceText(blocked)}</Banner>}
      {failed !== null ? (
        <Unread title={m.certificate_unreadable()} missing={m.missing_certificate()} failure={failed} onRetry={retry} />
      ) : shown === null ? (
        <SkeletonRows label={m.certificate_reading()} />
      ) : (
        <Sheet shown={shown} />
      )}
      <CertificateDialogs actor={actor} currency={sheet?.currency ?? ''} />
    </AppShell>
  );
}

/** The payment sheet of an act, or of a certificate between acts. */
export function CertificateScreen() {
  const [actId, certificateId] = [useIdParam('act'), useIdParam('id')];
  const id = actId ?? certificateId;
  if (id === null) return <NotFound />;
  const kind = actId === null ? 'certificate' : 'act';
  return <KnownSheet key={`${kind} ${id}`} kind={kind} id={id} />;
}
