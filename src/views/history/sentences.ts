import type { HistoryEvent } from '../../../domain/api/graphql.ts';
import type { EventType } from '../../../domain/eventTypes.ts';
import type { FilledRow } from '../../../domain/rowFields.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';

export const FIELDS: Readonly<Record<string, () => string>> & Readonly<Record<keyof FilledRow, () => string>> = {
  code: m.column_code,
  name: m.column_name,
  unit: m.column_unit,
  quantity: m.column_quantity,
  percent: m.act_column_percent,
  unit_labour: m.amount_labour,
  unit_materials: m.amount_materials,
  unit_tools: m.amount_tools,
  percent_total: m.act_column_percent,
  percent_labour: m.amount_labour,
  percent_materials: m.amount_materials,
  percent_tools: m.amount_tools,
  title: m.column_name,
  list_id: m.list,
  finish_date: m.history_finish,
  status_id: m.act_status,
};
/** German writes its nouns with a capital within a sentence too. */
const withinSentence = (noun: string): string => (spokenLanguage() === 'de' ? noun : noun.toLowerCase());

/** Acts and versions without a name are called by their numbers. */
export function subjectOf({ entity_type, subject }: Pick<HistoryEvent, 'entity_type' | 'subject'>): string {
  if (entity_type === 'terms') return m.history_terms();
  if (entity_type === 'certificate') return m.history_certificate({ number: subject });
  if (entity_type === 'act') return m.act_numbered({ number: subject });
  if (entity_type === 'version' && /^\d+$/.test(subject)) return m.estimate_version({ number: subject });
  return subject === '' ? m.list_untitled() : subject;
}

const WORDS: Readonly<Record<EventType, (event: HistoryEvent, subject: string) => string>> = {
  answer: (_, subject) => m.history_answered({ subject }),
  answer_withdrawn: (_, subject) => m.history_answer_withdrawn({ subject }),
  approve: (_, subject) => m.history_extra_approved({ subject }),
  carry: (_, subject) => m.history_carried({ subject }),
  clear: () => m.history_cleared(),
  complete_act: (event) => m.history_completed({ subject: m.act_numbered({ number: event.subject }) }),
  complete_list: (_, subject) => m.history_completed({ subject }),
  copy: (_, subject) => m.history_created({ subject }),
  create: (_, subject) => m.history_created({ subject }),
  delete: (_, subject) => m.history_deleted({ subject }),
  fill: () => m.history_filled(),
  import: () => m.history_imported(),
  issue: (_, subject) => m.history_issued({ subject }),
  move: (_, subject) => m.history_moved({ subject }),
  not_separate: (_, subject) => m.history_not_separate({ subject }),
  paste: () => m.history_pasted(),
  pay: (_, subject) => m.history_paid({ subject }),
  replace: () => m.history_replaced(),
  restore: (_, subject) => m.history_restored({ subject }),
  separate: (_, subject) => m.history_separate({ subject }),
  take_back: (_, subject) => m.history_taken_back({ subject }),
  uncarry: (_, subject) => m.history_uncarried({ subject }),
  update: (event, subject) => m.history_updated({ field: withinSentence((FIELDS[event.field] ?? m.history_change)()), subject }),
  withdraw: (_, subject) => m.history_extra_withdrawn({ subject }),
};

/** The change of an event in a few words: "quantity of Gravel bed". */
export function whatWasDone(event: HistoryEvent): string {
  // A newer server may record actions that this page does not know.
  if (!Object.hasOwn(WORDS, event.type)) return m.history_change();
  return WORDS[event.type as EventType](event, subjectOf(event));
}
