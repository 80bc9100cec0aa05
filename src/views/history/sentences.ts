import type { HistoryEvent } from '../../../domain/contract/graphql.ts';
import { m } from '../../messages/messages.ts';

export const FIELDS: Readonly<Record<string, () => string>> = {
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
/** Acts and versions without a name are called by their numbers. */
function subjectOf({ entity_type, subject }: HistoryEvent): string {
  if (entity_type === 'terms') return m.history_terms();
  if (entity_type === 'certificate') return m.history_certificate({ number: subject });
  if (entity_type === 'act') return m.act_numbered({ number: subject });
  if (entity_type === 'version' && /^\d+$/.test(subject)) return m.estimate_version({ number: subject });
  return subject === '' ? m.list_untitled() : subject;
}

/** The change of an event in a few words: "quantity of Gravel bed". */
export function whatWasDone(event: HistoryEvent): string {
  const subject = subjectOf(event);
  switch (event.type) {
    case 'update':
      return m.history_updated({ field: (FIELDS[event.field] ?? m.history_change)().toLowerCase(), subject });
    case 'create':
    case 'copy':
      return m.history_created({ subject });
    case 'delete':
      return m.history_deleted({ subject });
    case 'restore':
      return m.history_restored({ subject });
    case 'move':
      return m.history_moved({ subject });
    case 'import':
      return m.history_imported();
    case 'complete_list':
      return m.history_completed({ subject });
    case 'complete_act':
      return m.history_completed({ subject: m.act_numbered({ number: event.subject }) });
    case 'paste':
      return m.history_pasted();
    case 'fill':
      return m.history_filled();
    case 'replace':
      return m.history_replaced();
    case 'carry':
      return m.history_carried({ subject });
    case 'uncarry':
      return m.history_uncarried({ subject });
    case 'separate':
      return m.history_separate({ subject });
    case 'not_separate':
      return m.history_not_separate({ subject });
    case 'issue':
      return m.history_issued({ subject });
    case 'take_back':
      return m.history_taken_back({ subject });
    case 'pay':
      return m.history_paid({ subject });
    case 'approve':
      return m.history_extra_approved({ subject });
    case 'withdraw':
      return m.history_extra_withdrawn({ subject });
    case 'answer':
      return m.history_answered({ subject });
    case 'answer_withdrawn':
      return m.history_answer_withdrawn({ subject });
    case 'clear':
      return m.history_cleared();
    default:
      return m.history_change();
  }
}
