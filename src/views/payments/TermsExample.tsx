import * as v from 'valibot';
import { TermsFields } from '../../../domain/api/certificateShapes.ts';
import { EXAMPLE_CONTRACT } from '../../../domain/termsByCountry.ts';
import { type TermsDraft, termsOfDraft } from '../../../domain/termsDraft.ts';
import { type TermsExample as Example, termsExample } from '../../../domain/termsExample.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { isZero, shownMoney, zeroTone } from '../figures.tsx';
import styles from './terms.module.css';
import { termsInWords } from './words.ts';

interface TermsExampleProps {
  readonly draft: TermsDraft;
  readonly contract: { readonly net: string; readonly gross: string };
  readonly currency: string;
}

const stepName = (at: Example['steps'][number]['at']): string => {
  if (at === 'advance') return m.certificate_advance();
  return at === 'release' ? m.terms_example_release() : m.terms_example_done({ percent: at });
};

function Steps({ example: { steps, due }, hasAdvance }: { readonly example: Example; readonly hasAdvance: boolean }) {
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          <th scope="col">{m.terms_example_when()}</th>
          <th scope="col" className="num">
            {m.payment_kept()}
          </th>
          {hasAdvance && (
            <th scope="col" className="num">
              {m.terms_example_recovered()}
            </th>
          )}
          <th scope="col" className="num">
            {m.payment_due_now()}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ at, kept, recovered, due: now }) => (
          <tr key={at}>
            <th scope="row">{stepName(at)}</th>
            <td className={`num ${zeroTone(kept) ?? ''}`}>{shownMoney(kept)}</td>
            {hasAdvance && <td className={`num ${zeroTone(recovered) ?? ''}`}>{shownMoney(recovered)}</td>}
            <td className="num">{shownMoney(now)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{m.terms_example_in_all()}</th>
          <td colSpan={hasAdvance ? 3 : 2} className="num">
            {shownMoney(due)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The effect of the typed terms on a contract. */
export function TermsExample({ draft, contract, currency }: TermsExampleProps) {
  const read = v.safeParse(TermsFields, termsOfDraft(draft));
  const figures = isZero(contract.gross) ? EXAMPLE_CONTRACT : contract;
  const title = m.terms_example({ amount: `${shownMoney(figures.gross)} ${currency}` });
  const example = read.success ? termsExample(read.output, figures, m.estimate_new_tax()) : null;
  return (
    <section className={styles.example} aria-label={title}>
      <h3>{title}</h3>
      {example === null || !read.success ? (
        <p className="muted">{m.terms_example_waits()}</p>
      ) : (
        <>
          <p>{termsInWords(read.output, currency).join(' ')}</p>
          <Steps example={example} hasAdvance={read.output.advance !== null} />
          {example.said.length > 0 && (
            <div className={styles.said}>
              <p>{m.terms_example_said()}</p>
              <ul>
                {example.said.map(({ key, label, explained }) => (
                  <li key={key}>
                    <b>{sentenceText(label)}</b> {sentenceText(explained)}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}
