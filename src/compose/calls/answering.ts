import * as v from 'valibot';
import { ANSWER_REASONS } from '../../../domain/answer.ts';
import { type Api, Refused } from '../../../domain/api/call.ts';
import { fieldSentencesOf } from '../../../domain/api/errors.ts';
import type { ActRow } from '../../../domain/api/shapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { answerMachine } from '../../machines/answer/answer.ts';
import { AnswerDraft, type Draft, rowsSent } from '../../machines/answer/draft.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { answerStorage } from '../../services/answerStorage.ts';
import type { Answering } from '../../views/answer/needs.ts';
import { actRows } from './actRows.ts';
import { calling } from './calling.ts';
import { newUuid } from './newUuid.ts';
import { windowsInto } from './windows.ts';

const number = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
/** The draft that an earlier visit stored; anything of another shape is ignored. */
const Kept = v.object({
  revision: v.number(),
  key: v.string(),
  name: v.string(),
  email: v.string(),
  rows: v.array(
    v.object({
      row: v.object({
        row_id: v.number(),
        list_id: v.number(),
        name: v.string(),
        unit: v.string(),
        estimated_quantity: number,
        extra_quantity: v.optional(number),
        quantity: number,
        quantity_before: number,
        unit_prices: v.object({ labour: number, materials: number, tools: number }),
      }),
      field: v.picklist(['quantity', 'percent']),
      typed: v.string(),
      reason: v.nullable(v.picklist(ANSWER_REASONS)),
      text: v.string(),
      place: v.number(),
    }),
  ),
});

/** The draft stored in this browser under a name, or a new one. */
function draftUnder(name: string, revision: number): AnswerDraft {
  const kept = v.safeParse(Kept, answerStorage.read(name));
  return new AnswerDraft(kept.success ? kept.output : null, revision, {
    newKey: newUuid,
    keep: (draft) => answerStorage.write(name, draft),
  });
}

/** Why rows of a sent answer were refused, by the rows' ids. */
function refusedRows(error: unknown, sent: readonly { readonly row_id: number }[]): ReadonlyMap<number, Sentence> {
  if (!(error instanceof Refused)) return new Map();
  const found = new Map<number, Sentence>();
  for (const [at, { row_id }] of sent.entries()) {
    const fields = ['quantity', 'percent', 'reason', 'text', 'row_id'].map((field) => `rows.${at}.${field}`);
    const [sentence] = Object.values(fieldSentencesOf(error.body, fields));
    if (sentence !== undefined) found.set(row_id, sentence);
  }
  return found;
}

const WINDOW = 500;

interface Sent {
  readonly draft: Draft;
  readonly rows: ReturnType<typeof rowsSent>;
  readonly name: string;
  readonly email: string;
}
interface AnsweringOptions {
  readonly api: Api;
  readonly actId: number;
  /** The storage key of the draft. */
  readonly name: string;
  readonly revision: number;
  readonly send: (sent: Sent, signal: AbortSignal) => Promise<void>;
  /** Reloads the act, and returns its revision. */
  readonly reread: (signal: AbortSignal) => Promise<number>;
}

interface GoesOn {
  /** Moves the draft to another revision of the act. */
  readonly goOn: (revision: number, signal: AbortSignal) => Promise<void>;
}

/** An answer to an act: its draft, and the machine that sends it. */
export function answeringOf({ api, actId, name, revision, send, reread }: AnsweringOptions): Answering & GoesOn {
  const draft = draftUnder(name, revision);
  /** Changed rows take their present claimed quantities, list by list. */
  const reconcile = async (signal: AbortSignal) => {
    const lists = [...new Set(draft.get().rows.map(({ row }) => row.list_id))];
    const claimed: ActRow[] = [];
    for (const listId of lists) {
      const read = actRows(api, actId, listId, {}, 'claimed');
      for (let offset = 0, total = 1; offset < total; offset += WINDOW) {
        const window = await read({ offset, limit: WINDOW }, signal);
        claimed.push(...window.rows);
        total = window.total;
      }
    }
    draft.reconcile(lists, claimed);
  };
  const goOn = async (now: number, signal: AbortSignal) => {
    draft.adopt(now);
    if (draft.isCarried()) await reconcile(signal);
  };
  if (draft.isCarried()) void reconcile(new AbortController().signal).catch(() => undefined);
  return {
    draft,
    goOn,
    machine: answerMachine.provide({
      actors: {
        acceptAll: calling<void>(async () => draft.clear()),
        send: calling<void, { name: string; email: string }>(async ({ input, signal }) => {
          draft.name(input);
          const rows = rowsSent(draft.get());
          try {
            await send({ draft: draft.get(), rows, ...input }, signal);
          } catch (error) {
            draft.refuse(refusedRows(error, rows));
            throw error;
          }
          answerStorage.forget(name);
        }),
        reread: calling<void>(async ({ signal }) => goOn(await reread(signal), signal)),
      },
    }),
    list(listId) {
      const rows = new RowStore<ActRow>();
      return { rows, windows: windowsInto(rows, actRows(api, actId, listId, {}, 'claimed')) };
    },
  };
}
