import type { CertificateSheet } from '../../../domain/api/certificateShapes.ts';
import { certificateLines } from '../../../domain/certificateLines.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { classNames } from '../../ui/classNames.ts';
import { shownMoney, zeroTone } from '../figures.tsx';
import styles from './payments.module.css';

/** The lines from the contract to the amount due, each with the computation of its figure. */
export const SheetLines = ({ sheet }: { readonly sheet: CertificateSheet }) => (
  <table className={styles.lines} aria-label={m.certificate_lines()}>
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">{m.certificate_line_number()}</span>
        </th>
        <th scope="col">{m.certificate_line()}</th>
        <th scope="col" className="num">
          {m.column_of_currency({ name: m.certificate_amount(), currency: sheet.currency })}
        </th>
      </tr>
    </thead>
    <tbody>
      {certificateLines(sheet).map(({ key, number, label, figure, explained, role }) => (
        <tr key={key} className={classNames(role === 'sum' && styles.sum, key === 'due' && styles.due, number === null && styles.between)}>
          <td className={styles.number}>{number}</td>
          <th scope="row">
            <span className={styles.said}>
              <span>{sentenceText(label)}</span>
              <span className={styles.explained}>{sentenceText(explained)}</span>
            </span>
          </th>
          <td className={classNames('num', role !== 'sum' && zeroTone(figure))}>{shownMoney(figure)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
