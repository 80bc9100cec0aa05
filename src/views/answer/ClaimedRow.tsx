import { DONE_PERCENT_SCALE, donePercent } from '../../../domain/act.ts';
import { minus, rowSums } from '../../../domain/amounts.ts';
import { ANSWER_REASONS, ANSWER_TEXT } from '../../../domain/answer.ts';
import type { ActRow } from '../../../domain/api/shapes.ts';
import { exact, fixed, SCALE, shortest } from '../../../domain/decimal.ts';
import { limitOf } from '../../../domain/extra.ts';
import { type AnswerDraft, type DraftRow, judged, rowsSummed } from '../../machines/answer/draft.ts';
import { spokenNumber } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Filter } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { shownMoney, shownQuantity } from '../figures.tsx';
import styles from './answer.module.css';
import { REASON_NAMES } from './reasons.ts';

interface ClaimedRowProps {
  readonly row: ActRow;
  /** Its index among the claimed rows of the list. */
  readonly place: number;
  readonly draft: AnswerDraft;
  readonly currency: string;
}

/** The texts of both fields: the typed one, and the other computed from it. */
function fieldsOf(row: ActRow, changed: DraftRow | undefined) {
  const certified = changed === undefined ? exact(row.quantity, SCALE.quantity) : judged(changed).certified;
  const quantity = spokenNumber(shortest(certified, SCALE.quantity));
  const percent = spokenNumber(fixed(donePercent(certified, limitOf(row)), DONE_PERCENT_SCALE));
  if (changed === undefined) return { quantity, percent };
  return changed.field === 'quantity' ? { quantity: changed.typed, percent } : { quantity, percent: changed.typed };
}

/** The change of the act's sum by a changed row, without taxes. */
function moved(changed: DraftRow): string {
  const [of] = rowsSummed({ revision: 0, key: '', name: '', email: '', rows: [changed] });
  if (of === undefined) return '0.00';
  return fixed(minus(rowSums(of.before + of.certified, of.prices), rowSums(of.before + of.claimed, of.prices)).total, SCALE.money);
}

/** A claimed row as a card: its claimed and certified quantity, and the reason where they differ. */
export function ClaimedRow({ row, place, draft, currency }: ClaimedRowProps) {
  const changed = draft.find(row.row_id);
  const { problem, unsaid } = changed === undefined ? { problem: null, unsaid: null } : judged(changed);
  const refusal = problem ?? draft.refusal(row.row_id);
  const isDifferent = changed !== undefined && (problem !== null || judged(changed).certified !== exact(row.quantity, SCALE.quantity));
  const { quantity, percent } = fieldsOf(row, changed);
  const { name, unit } = row;
  const type = (field: 'quantity' | 'percent', typed: string) => draft.change(row, { field, typed, place });
  const left = () => draft.left(row.row_id);
  return (
    <div className={classNames(styles.card, isDifferent && styles.differs)}>
      <p className={styles.name}>
        {row.code !== '' && <small className="faint">{row.code}</small>} {name}
      </p>
      <p className={styles.facts}>
        <span>
          {m.answer_claimed()} <b>{shownQuantity(row.quantity)}</b> {unit}
        </span>
        <span>
          <b>{shownMoney(row.completed_now.total)}</b> {currency}
        </span>
        <span className="faint">
          {m.answer_before_and_left({ before: shownQuantity(row.quantity_before), left: shownQuantity(row.quantity_left) })}
        </span>
      </p>
      <div className={styles.fields}>
        <label className={styles.amount}>
          <span>{m.answer_certified()}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            aria-label={m.answer_certified_of({ name })}
            aria-invalid={refusal !== null || undefined}
            value={quantity}
            onChange={({ target }) => type('quantity', target.value)}
            onBlur={left}
            onFocus={({ target }) => target.select()}
          />
          <span className="sign">{unit}</span>
        </label>
        <label className={classNames(styles.amount, styles.percent)}>
          <input
            inputMode="decimal"
            autoComplete="off"
            aria-label={m.answer_percent_of({ name })}
            value={percent}
            onChange={({ target }) => type('percent', target.value)}
            onBlur={left}
            onFocus={({ target }) => target.select()}
          />
          <span className="sign">%</span>
        </label>
        {isDifferent ? (
          <Button
            size="small"
            kind="ghost"
            onClick={() => {
              draft.change(row, { field: 'quantity', typed: row.quantity });
              draft.left(row.row_id);
            }}
          >
            {m.answer_as_claimed()}
          </Button>
        ) : (
          <Button size="small" kind="ghost" onClick={() => type('quantity', '0')}>
            {m.answer_none()}
          </Button>
        )}
      </div>
      {refusal !== null && (
        <p className="wrong" role="alert">
          {sentenceText(refusal)}
        </p>
      )}
      {isDifferent && (
        <div className={styles.why}>
          <p className={styles.moved}>
            {m.answer_difference()} <b className="num">{shownMoney(moved(changed))}</b> {currency}
          </p>
          <fieldset className={styles.reasons} aria-label={m.answer_reason_of({ name })}>
            {ANSWER_REASONS.map((reason) => (
              <Filter key={reason} chosen={changed.reason === reason} onChoose={() => draft.change(row, { reason })}>
                {REASON_NAMES[reason]()}
              </Filter>
            ))}
          </fieldset>
          <input
            type="text"
            className={styles.text}
            aria-label={m.answer_text_of({ name })}
            placeholder={m.answer_text()}
            maxLength={ANSWER_TEXT}
            value={changed.text}
            onChange={({ target }) => draft.change(row, { text: target.value })}
          />
          {unsaid !== null && <p className="wrong">{sentenceText(unsaid)}</p>}
        </div>
      )}
    </div>
  );
}
