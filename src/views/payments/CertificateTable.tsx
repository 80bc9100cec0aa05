import type { CertificateBrief, Ledger } from '../../../domain/api/certificateShapes.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { shownDay } from '../dates.ts';
import { isZero, shownMoney, zeroTone } from '../figures.tsx';
import { Link, paths } from '../routing.tsx';
import { versionName } from '../versions/useVersionActions.ts';
import styles from './payments.module.css';
import { certificateName, certificateSubject } from './words.ts';

interface RowProps {
  readonly certificate: CertificateBrief;
  /** Whether the contract has several versions, so that each certificate names its own. */
  readonly isOfSeveral: boolean;
  /** Why it cannot be marked paid, or null. */
  readonly blocked: string | null;
  readonly onPay: (certificate: CertificateBrief) => void;
}

function Row({ certificate, isOfSeveral, blocked, onPay }: RowProps) {
  const { id, date, act, kept, due, work_now, paid, blocked: why } = certificate;
  const to = id === null ? paths.actCertificate(act?.id ?? 0) : paths.certificate(id);
  const money = [
    { key: 'work', heading: m.payment_work_now(), amount: work_now },
    { key: 'kept', heading: m.payment_kept(), amount: kept },
    { key: 'due', heading: m.payment_due_now(), amount: due },
  ];
  return (
    <tr className={id === null ? styles.unissued : undefined}>
      <th scope="row">
        <Link to={to}>{certificateName(certificate)}</Link>
        <span className={styles.explained}>
          {certificateSubject(certificate)}
          {isOfSeveral && ` · ${versionName(certificate.version)}`}
        </span>
      </th>
      <td data-heading={m.certificate_date()}>{date === null ? <Chip>{m.certificate_not_issued()}</Chip> : shownDay(date)}</td>
      {money.map(({ key, heading, amount }) => (
        <td key={key} data-heading={heading} className={`num ${key === 'due' ? styles.strong : ''} ${zeroTone(amount) ?? ''}`}>
          {shownMoney(amount)}
        </td>
      ))}
      <td className={styles.paid}>
        {id === null ? (
          why === null ? (
            <Link to={to} className="off-paper">
              {m.payment_to_issue()}
            </Link>
          ) : (
            <span className={styles.why}>{sentenceText(why)}</span>
          )
        ) : paid === null && isZero(due) ? null : paid === null ? (
          <>
            <span className={styles.unpaid}>{m.certificate_unpaid()}</span>
            <span className="off-paper">
              <Button
                kind="ghost"
                size="small"
                blocked={blocked}
                aria-label={m.certificate_mark_paid_of({ name: certificateName(certificate) })}
                onClick={() => onPay(certificate)}
              >
                {m.certificate_mark_paid()}
              </Button>
            </span>
          </>
        ) : (
          <Chip tone="done">{m.certificate_paid({ amount: shownMoney(paid.amount), day: shownDay(paid.on) })}</Chip>
        )}
      </td>
    </tr>
  );
}

/** The certificates of a contract in their order: those issued, then acts without one, with the figures they would have. */
export const CertificateTable = ({ ledger, ...row }: Omit<RowProps, 'certificate' | 'isOfSeveral'> & { readonly ledger: Ledger }) => (
  <table className={styles.certificates} aria-label={m.payment_certificates()}>
    <thead>
      <tr>
        <th scope="col">{m.certificate()}</th>
        <th scope="col">{m.certificate_date()}</th>
        {[m.payment_work_now(), m.payment_kept(), m.payment_due_now()].map((name) => (
          <th key={name} scope="col" className="num">
            {m.column_of_currency({ name, currency: ledger.currency })}
          </th>
        ))}
        <th scope="col">{m.payment_paid()}</th>
      </tr>
    </thead>
    <tbody>
      {ledger.certificates.map((certificate) => (
        <Row
          key={certificate.id ?? `act ${certificate.act?.id}`}
          certificate={certificate}
          isOfSeveral={ledger.versions.length > 1}
          {...row}
        />
      ))}
    </tbody>
  </table>
);
