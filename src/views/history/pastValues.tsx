import type { FieldChange, HistoryLine, HistoryValue, RecordChange } from '../../../domain/contract/historyRoutes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import type { Reference } from '../../machines/reference/reference.ts';
import { spokenFormula } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { shownDay } from '../dates.ts';
import { listTitle, shownPercent, shownQuantity, shownUnitPrice } from '../figures.tsx';
import { FIELDS } from './sentences.ts';

type Statuses = Reference['statuses'];

function numberOf(field: string, text: string): string | null {
  if (field === 'quantity') return shownQuantity(text);
  if (field.startsWith('percent_')) return `${shownPercent(text)} %`;
  return field.startsWith('unit_') ? shownUnitPrice(text) : null;
}

/** A value as its table shows it; a formula with its result. */
export function shownValue(field: string, value: HistoryValue | null, statuses: Statuses): string {
  if (value === null || value.text === '') return m.value_empty();
  const { text, formula, name } = value;
  if (field === 'list_id') return name === null ? m.history_list_gone() : listTitle(name);
  if (field === 'finish_date') return shownDay(text);
  if (field === 'status_id') {
    const status = statuses.find(({ id }) => id === Number(text));
    return status ? sentenceText(statusName(status)) : text;
  }
  const number = numberOf(field, text);
  return formula === null ? (number ?? text) : m.history_formula({ formula: spokenFormula(`=${formula}`), value: number ?? text });
}

export const fieldName = ({ field }: Pick<FieldChange, 'field'>, { kind }: Pick<RecordChange, 'kind'>): string =>
  kind === 'act' && field === 'number' ? m.act_number() : (FIELDS[field] ?? m.history_change)();

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
};
/** What was done, in a word, with the number of records where there were several. */
export function whatHappened({ type, records }: HistoryLine): string {
  const done = (DONE[type] ?? m.history_did_update)({ count: records });
  return records > 1 ? m.history_did_many({ what: done, count: records }) : done;
}
