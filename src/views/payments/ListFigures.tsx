import { Fragment } from 'react';
import type { CertificateSheet } from '../../../domain/api/certificateShapes.ts';
import { taxParts } from '../../../domain/contractWork.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { isZero, listTitle, shownMoney, shownPercent } from '../figures.tsx';
import styles from './payments.module.css';

type Figures = CertificateSheet['net'];
const COLUMNS = [
  { key: 'contract', name: m.certificate_contract },
  { key: 'before', name: m.certificate_before },
  { key: 'to_date', name: m.certificate_to_date },
  { key: 'now', name: m.certificate_now },
] as const;

interface RowProps {
  readonly name: string;
  /** The reason for the row, where its name does not say it. */
  readonly why?: string;
  readonly figures: Figures;
  readonly looks?: 'total' | 'grand' | 'part';
}
const FiguresRow = ({ name, why, figures, looks }: RowProps) => (
  <tr className={looks && styles[looks]}>
    <th scope="row">
      {name}
      {why !== undefined && <span className={styles.explained}>{why}</span>}
    </th>
    {COLUMNS.map(({ key, name: heading }) => (
      <td
        key={key}
        data-heading={heading()}
        className={classNames('num', isZero(figures[key]) ? 'zero' : key === 'now' ? 'strong' : looks === undefined && 'muted')}
      >
        {shownMoney(figures[key])}
      </td>
    ))}
  </tr>
);

const percented = ({ name, percent_total: percent }: CertificateSheet['taxes'][number] | CertificateSheet['additional'][number]) =>
  percent === null ? name : `${name} ${shownPercent(percent)} %`;

/** The rows for the work earlier versions settled, and for the change of value of earlier certified work. */
const CarriedRows = ({ sheet: { carried = [], revaluation, version } }: { readonly sheet: CertificateSheet }) => (
  <>
    {carried
      .filter(({ to_date }) => !isZero(to_date))
      .map(({ from, ...figures }) => (
        <FiguresRow
          key={from.id}
          name={m.certificate_settled({ number: from.number })}
          why={m.certificate_settled_why()}
          figures={figures}
        />
      ))}
    {revaluation !== undefined && !isZero(revaluation.before) && (
      <FiguresRow
        name={m.certificate_revaluation({ from: revaluation.from.number, into: version.number })}
        why={m.certificate_revaluation_why({ into: version.number })}
        figures={revaluation}
      />
    )}
  </>
);

const TAX_PARTS = { settled: m.certificate_tax_settled, revaluation: m.certificate_tax_revaluation } as const;

/** The work of a certificate by list and in total: whole contract, before, now and to date. */
export const ListFigures = ({ sheet }: { readonly sheet: CertificateSheet }) => (
  <table className={styles.figures} aria-label={m.certificate_by_list()}>
    <thead>
      <tr>
        <th scope="col">{m.act_local_estimate()}</th>
        {COLUMNS.map(({ key, name }) => (
          <th key={key} scope="col" className="num">
            {name()}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {sheet.lists.map(({ id, title, ...figures }) => (
        <FiguresRow key={id} name={listTitle(title)} figures={figures} />
      ))}
      {sheet.additional.map((line, at) => (
        // Two rows may have the same name, and they have no ids here.
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what tells them apart
        <FiguresRow key={at} name={percented(line)} figures={line} />
      ))}
      <CarriedRows sheet={sheet} />
      <FiguresRow name={m.summary_total()} figures={sheet.net} looks="total" />
      {sheet.taxes.map((tax, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what tells them apart
        <Fragment key={at}>
          <FiguresRow name={percented(tax)} figures={tax} />
          {taxParts(tax, sheet.revaluation).map(({ of, figures }) => (
            <FiguresRow key={of} name={TAX_PARTS[of]()} figures={figures} looks="part" />
          ))}
        </Fragment>
      ))}
      <FiguresRow name={m.summary_total_with_taxes()} figures={sheet.gross} looks="grand" />
    </tbody>
  </table>
);
