import type { AnswerReason } from '../../../domain/answer.ts';
import { m } from '../../messages/messages.ts';

export const REASON_NAMES: Readonly<Record<AnswerReason, () => string>> = {
  not_done: m.answer_reason_not_done,
  measured: m.answer_reason_measured,
  defective: m.answer_reason_defective,
  not_in_contract: m.answer_reason_not_in_contract,
  other: m.answer_reason_other,
};

/** A reason with its text, as one line. */
export const reasonShown = ({ reason, text }: { readonly reason: AnswerReason; readonly text: string }): string =>
  text === '' ? REASON_NAMES[reason]() : m.answer_reason_with_text({ reason: REASON_NAMES[reason](), text });
