/** The calls about the client's answer to an act: the link that may answer, the answer itself, and its withdrawal. */
import * as v from 'valibot';
import { ANSWER_REASONS, ANSWER_TEXT } from '../answer.ts';
import { LANGUAGES } from '../languages.ts';
import { reasonNeeded } from '../sentences/answers.ts';
import { noSuchLanguage } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';
import { Email } from './credentials.ts';
import { Moment } from './days.ts';
import type { Endpoints } from './endpoint.ts';
import * as f from './fields.ts';
import { noLongerThan } from './longest.ts';
import { PersonName } from './registrations.ts';
import { Id } from './scalars.ts';
import * as s from './shapes.ts';

const id = v.object({ id: f.IdParameter });
/** Rows of one answer: it is sent whole. */
const MOST_ROWS = 100_000;

/** One of quantity and percent; a percent is of the estimated quantity, as acts have it. */
const AnsweredRow = v.strictObject({
  row_id: Id,
  quantity: v.optional(f.QuantityDone),
  percent: v.optional(f.DonePercent),
  reason: v.picklist(ANSWER_REASONS, ruleText(reasonNeeded())),
  text: v.optional(v.pipe(f.Text, noLongerThan(ANSWER_TEXT)), ''),
});
const rows = v.pipe(
  v.array(AnsweredRow),
  v.maxLength(MOST_ROWS),
  v.description('The rows of which something else is certified than claimed; without any, everything is certified as claimed'),
);

/** Who answers by a link, and who is named on a paper that a member records. */
export const Sender = v.object({ name: PersonName, email: Email });
export const PaperSender = v.object({ name: PersonName, email: v.optional(v.union([v.literal(''), Email]), '') });

export const answerRoutes = {
  // A link that answers can accept the act, so who may not accept makes none.
  'POST /acts/:id/answer_link/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    status: 201,
    params: id,
    body: v.object({ expires_at: Moment }),
    answer: s.Share,
  },
  'POST /acts/:id/answer_link/rotate/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    needsPrices: true,
    status: 201,
    params: id,
    answer: s.Share,
  },
  'DELETE /acts/:id/answer_link/': { byToken: 'never', who: 'member', does: 'acts', params: id, answer: f.Done },
  'POST /public/answer/': {
    who: 'keyholder',
    isLarge: true,
    body: v.object({
      key: v.pipe(v.pipe(v.string(), v.uuid()), v.description('Made by the sender: sent again, it is the same answer')),
      revision: v.number(),
      ...Sender.entries,
      language: v.optional(v.picklist(LANGUAGES, ruleText(noSuchLanguage())), 'en'),
      rows,
    }),
    answer: s.PublicAct,
  },
  'POST /acts/:id/answer/': {
    byToken: 'never',
    who: 'member',
    does: 'edits',
    isLarge: true,
    params: id,
    body: v.object({ ...PaperSender.entries, rows }),
    answer: s.Act,
  },
  'DELETE /acts/:id/answer/': {
    who: 'member',
    does: 'edits',
    permission: 'withdrawAnswers',
    permissionIn: 'project',
    needsProof: true,
    params: id,
    answer: s.Act,
  },
} as const satisfies Endpoints;
