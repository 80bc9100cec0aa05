import type { FieldChange, HistoryLine, HistoryValue, RecordChange } from '../../../domain/api/historyRoutes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import type { Reference } from '../../machines/reference/reference.ts';
import { spokenFormula } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { shownDay } from '../dates.ts';
import { listTitle, shownMoney, shownPercent, shownQuantity, shownUnitPrice } from '../figures.tsx';
import { FIELDS } from './sentences.ts';

type Statuses = Reference['statuses'];

function numberOf(field: string, text: string): string | null {
  if (field === 'quantity') return shownQuantity(text);
  if (field.startsWith('percent_')) return `${shownPercent(text)} %`;
  return field.startsWith('unit_') ? shownUnitPrice(text) : null;
}

const DAYS: readonly string[] = ['finish_date', 'issued_for', 'paid_on'];
const SUMS: readonly string[] = ['due', 'paid_amount'];

/** A value as tables show it; a formula with its result. */
export function shownValue(field: string, value: HistoryValue | null, statuses: Statuses): string {
  if (value === null || value.text === '') return m.value_empty();
  const { text, formula, name } = value;
  if (field === 'list_id') return name === null ? m.history_list_gone() : listTitle(name);
  if (DAYS.includes(field)) return shownDay(text);
  if (SUMS.includes(field)) return shownMoney(text);
  if (field === 'status_id') {
    const status = statuses.find(({ id }) => id === Number(text));
    return status ? sentenceText(statusName(status)) : text;
  }
  const number = numberOf(field, text);
  return formula === null ? (number ?? text) : m.history_formula({ formula: spokenFormula(`=${formula}`), value: number ?? text });
}

/** Fields whose names depend on the record. */
const FIELDS_OF: Readonly<Partial<Record<RecordChange['kind'], Readonly<Record<string, () => string>>>>> = {
  act: { number: m.act_number },
  extra: { quantity: m.history_extra },
  certificate: {
    number: m.certificate_number,
    issued_for: m.certificate_date,
    due: m.payment_due,
    paid_on: m.certificate_paid_on,
    paid_amount: m.payment_paid,
  },
};
export const fieldName = ({ field }: Pick<FieldChange, 'field'>, { kind }: Pick<RecordChange, 'kind'>): string =>
  (FIELDS_OF[kind]?.[field] ?? FIELDS[field] ?? m.history_change)();

/** A record listed under the change of its parent. */
export function recordName({ kind, name }: Pick<RecordChange, 'kind' | 'name'>): string {
  if (kind === 'act') return m.act_numbered({ number: name });
  if (kind === 'certificate') return m.certificate_numbered({ number: name });
  return name === '' ? m.history_unnamed() : name;
}

const DONE: Readonly<Record<string, (of: { count: number }) => string>> = {
  create: m.history_did_create,
  copy: m.history_did_copy,
  delete: m.history_did_delete,
  move: m.history_did_move,
  import: m.history_did_import,
  paste: m.history_did_paste,
  fill: m.history_did_fill,
  clear: m.history_did_clear,
  replace: m.history_did_replace,
  restore: m.history_did_restore,
  complete_list: m.history_did_complete,
  complete_act: m.history_did_complete,
  answer: m.history_did_answer,
  answer_withdrawn: m.history_did_answer_withdrawn,
  carry: m.history_did_carry,
  uncarry: m.history_did_uncarry,
  separate: m.history_did_separate,
  not_separate: m.history_did_not_separate,
  approve: m.history_did_approve,
  withdraw: m.history_did_withdraw,
  issue: m.history_did_issue,
  take_back: m.history_did_take_back,
  pay: m.history_did_pay,
};
/** The change in a word, with the number of records where there were several. */
export function whatHappened({ type, records }: HistoryLine): string {
  const done = (DONE[type] ?? m.history_did_update)({ count: records });
  return records > 1 ? m.history_did_many({ what: done, count: records }) : done;
}
