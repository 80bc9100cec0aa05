/** A client's draft of an answer: the changed rows, and who answers. Nothing of it has been sent. */
import { type AnswerReason, readCertified, reasonProblem } from '../../../domain/answer.ts';
import type { ActRow } from '../../../domain/api/shapes.ts';
import { exact, SCALE } from '../../../domain/decimal.ts';
import { limitOf } from '../../../domain/extra.ts';
import { typedNumber } from '../../../domain/numbers.ts';
import type { Code } from '../../../domain/sentences/catalogue.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** The row as it was claimed. */
type Facts = Pick<
  ActRow,
  'row_id' | 'list_id' | 'name' | 'unit' | 'estimated_quantity' | 'extra_quantity' | 'quantity' | 'quantity_before'
> & {
  readonly unit_prices: NonNullable<ActRow['unit_prices']>;
};
/** A row that was changed: one of quantity and percent as typed. */
export interface DraftRow {
  readonly row: Facts;
  readonly field: 'quantity' | 'percent';
  readonly typed: string;
  readonly reason: AnswerReason | null;
  readonly text: string;
  /** Its index among the claimed rows of its list. */
  readonly place: number;
}
export interface Draft {
  /** The revision of the act that was on screen. */
  readonly revision: number;
  /** The idempotency key of the answer. Every change makes a new one, so that one key is never used for two contents. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly rows: readonly DraftRow[];
}

const at6 = (text: string) => exact(text, SCALE.quantity);
const factsOf = ({
  row_id,
  list_id,
  name,
  unit,
  estimated_quantity,
  extra_quantity,
  quantity,
  quantity_before,
  unit_prices,
}: ActRow): Facts => ({
  row_id,
  list_id,
  name,
  unit,
  estimated_quantity,
  ...(extra_quantity !== undefined && { extra_quantity }),
  quantity,
  quantity_before,
  unit_prices: unit_prices ?? { labour: '0', materials: '0', tools: '0' },
});

interface Judged {
  /** Scale 6; the claimed quantity where the typed one is refused. */
  readonly certified: bigint;
  readonly problem: Sentence<Code> | null;
  readonly unsaid: Sentence<Code> | null;
}
/** The certified quantity of a changed row, and any reason it cannot be sent. */
export function judged({ row, field, typed, reason, text }: DraftRow): Judged {
  const claimed = at6(row.quantity);
  const read = readCertified({ [field]: typedNumber(typed) }, { limit: limitOf(row), claimed, unit: row.unit });
  if ('problem' in read) return { certified: claimed, problem: read.problem, unsaid: null };
  return { certified: read.quantity, problem: null, unsaid: read.quantity === claimed ? null : reasonProblem(reason, text) };
}
const differs = (row: DraftRow): boolean => {
  const { certified, problem } = judged(row);
  return problem !== null || certified !== at6(row.row.quantity);
};

interface Kept {
  readonly newKey: () => string;
  readonly keep: (draft: Draft) => void;
}

/** The draft of one answer. Every change is stored at once by `keep`. */
export class AnswerDraft {
  #draft: Draft;
  #refused: ReadonlyMap<number, Sentence> = new Map();
  /** Whether the act has changed since rows were typed. */
  #isCarried = false;
  #version = 0;
  readonly #kept: Kept;
  readonly #listeners = new Set<() => void>();

  constructor(begun: Draft | null, revision: number, kept: Kept) {
    this.#kept = kept;
    this.#draft = begun ?? { revision, key: kept.newKey(), name: '', email: '', rows: [] };
    if (begun !== null) this.adopt(revision);
  }

  readonly get = (): Draft => this.#draft;
  /** Grows with every change. */
  readonly version = (): number => this.#version;
  readonly isCarried = (): boolean => this.#isCarried;
  readonly find = (rowId: number): DraftRow | undefined => this.#draft.rows.find(({ row }) => row.row_id === rowId);
  readonly refusal = (rowId: number): Sentence | null => this.#refused.get(rowId) ?? null;
  /** Rows that cannot be sent as they are. */
  readonly incomplete = (): readonly DraftRow[] =>
    this.#draft.rows.filter((row) => {
      const { problem, unsaid } = judged(row);
      return problem !== null || unsaid !== null || this.#refused.has(row.row.row_id);
    });
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes a row. A row that equals the claimed one leaves the draft once it is `left`. */
  readonly change = (row: ActRow, change: Partial<Omit<DraftRow, 'row'>>): void => {
    const known = this.find(row.row_id) ?? {
      row: factsOf(row),
      field: 'quantity' as const,
      typed: row.quantity,
      reason: null,
      text: '',
      place: 0,
    };
    const changed = { ...known, row: factsOf(row), ...change };
    const others = this.#draft.rows.filter((each) => each.row.row_id !== row.row_id);
    this.#refused = new Map([...this.#refused].filter(([id]) => id !== row.row_id));
    this.#set({ rows: [...others, changed] });
  };
  readonly left = (rowId: number): void => {
    const row = this.find(rowId);
    if (row === undefined || (row.typed.trim() !== '' && differs(row))) return;
    this.#set({ rows: this.#draft.rows.filter((each) => each !== row) });
  };
  readonly name = (sender: Pick<Draft, 'name' | 'email'>): void => this.#set(sender, this.#draft.key);
  readonly clear = (): void => {
    this.#refused = new Map();
    this.#isCarried = false;
    this.#set({ rows: [] });
  };
  /** Marks rows that the server refused, by their ids. */
  readonly refuse = (refused: ReadonlyMap<number, Sentence>): void => {
    this.#refused = refused;
    this.#set({}, this.#draft.key);
  };
  /** Continues the draft on another revision of the act. */
  readonly adopt = (revision: number): void => {
    if (revision === this.#draft.revision) return;
    this.#isCarried = this.#draft.rows.length > 0;
    this.#set({ revision });
  };
  /** Keeps the changed rows of these lists that are still claimed, with their present claimed quantities. */
  readonly reconcile = (lists: readonly number[], claimed: readonly ActRow[]): void => {
    const now = new Map(claimed.map((row) => [row.row_id, row]));
    const rows = this.#draft.rows.flatMap((each) => {
      if (!lists.includes(each.row.list_id)) return [each];
      const row = now.get(each.row.row_id);
      return row === undefined ? [] : [{ ...each, row: factsOf(row) }];
    });
    if (JSON.stringify(rows) !== JSON.stringify(this.#draft.rows)) this.#set({ rows });
  };

  #set(change: Partial<Draft>, key = this.#kept.newKey()): void {
    this.#draft = { ...this.#draft, ...change, key };
    this.#version += 1;
    this.#kept.keep(this.#draft);
    for (const listener of this.#listeners) listener();
  }
}

/** The rows in the form in which they are sent. */
export const rowsSent = ({ rows }: Draft) =>
  rows.filter(differs).flatMap(({ row, field, typed, reason, text }) => {
    if (reason === null) return [];
    const sent = { row_id: row.row_id, reason, text: text.trim() };
    return [field === 'quantity' ? { ...sent, quantity: typedNumber(typed) } : { ...sent, percent: typedNumber(typed) }];
  });

/** The rows in the form in which they are summed. */
export const rowsSummed = ({ rows }: Draft) =>
  rows.map((each) => {
    const { labour, materials, tools } = each.row.unit_prices;
    return {
      listId: each.row.list_id,
      prices: { labour: at6(labour), materials: at6(materials), tools: at6(tools) },
      before: at6(each.row.quantity_before),
      claimed: at6(each.row.quantity),
      certified: judged(each).certified,
    };
  });
