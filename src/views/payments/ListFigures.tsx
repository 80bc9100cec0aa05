import type { CertificateSheet } from '../../../domain/contract/certificateShapes.ts';
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
  readonly figures: Figures;
  readonly looks?: 'total' | 'grand';
}
const FiguresRow = ({ name, figures, looks }: RowProps) => (
  <tr className={looks && styles[looks]}>
    <th scope="row">{name}</th>
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

/** The work of a certificate by list and in total: of the contract, up to the certificate before, up to this one, and between the two. */
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
        // Two of them may have one name, and they have no ids here.
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what tells them apart
        <FiguresRow key={at} name={percented(line)} figures={line} />
      ))}
      <FiguresRow name={m.summary_total()} figures={sheet.net} looks="total" />
      {sheet.taxes.map((tax, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is what tells them apart
        <FiguresRow key={at} name={percented(tax)} figures={tax} />
      ))}
      <FiguresRow name={m.summary_total_with_taxes()} figures={sheet.gross} looks="grand" />
    </tbody>
  </table>
);
