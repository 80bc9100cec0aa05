import type { ActRow } from '../../../domain/api/shapes.ts';
import type { answerMachine } from '../../machines/answer/answer.ts';
import type { AnswerDraft } from '../../machines/answer/draft.ts';
import type { Windowed } from '../needs.ts';

/** The parts of an answer's sheet: the draft, the machine that sends it, and the claimed rows of each list. */
export interface Answering {
  readonly draft: AnswerDraft;
  readonly machine: typeof answerMachine;
  readonly list: (listId: number) => Windowed<ActRow>;
}
