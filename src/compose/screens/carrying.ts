import * as v from 'valibot';
import type { Api } from '../../../domain/api/call.ts';
import type { CarriedPage, CarryReview, CarryRow } from '../../../domain/api/contractShapes.ts';
import type { Version } from '../../../domain/api/shapes.ts';
import { likeness, longestWord } from '../../../domain/likeness.ts';
import {
  type CarryHead,
  carryingMachine,
  type HandPair,
  type Looked,
  type MoreLooked,
  type Sought,
  type ToCarry,
} from '../../machines/carrying/carrying.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { carryStorage } from '../../services/carryStorage.ts';
import type { CarriedRow, CarryingPart, CarryingScreens } from '../../views/carrying/needs.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import { required } from '../calls/required.ts';
import { asText, windowsInto } from '../calls/windows.ts';

const PAGE = 100;
/** The most new rows that are searched for similar ones, in addition to those that share a word. */
const CANDIDATES = 500;

const Kept = v.array(v.object({ from: v.number(), into: v.number(), fromName: v.string(), intoName: v.string() }));

interface Asked {
  readonly by_hand: readonly { readonly from: number; readonly into: number }[];
  readonly kind: NonNullable<Looked['kind']>;
  readonly sought: string;
  readonly offset: number;
  readonly limit: number;
}
interface Confirmed extends Pick<Asked, 'by_hand'> {
  readonly from_version_id: number;
  readonly settled: string;
  readonly revaluation: string;
}
interface CarryingOf {
  /** The storage key of the pairs. */
  readonly name: string;
  readonly read: (asked: Asked, signal: AbortSignal) => Promise<CarryReview>;
  readonly make: (confirmed: Confirmed, signal: AbortSignal, importId: number | undefined) => Promise<number | null>;
}

const idsOf = (pairs: readonly HandPair[]): Asked['by_hand'] => pairs.map(({ from, into }) => ({ from, into }));
/** The kind to begin with: the one that asks for a decision, then the one that moves money. */
const firstKind = ({ settled, revalued }: CarryReview['counts']): Asked['kind'] =>
  settled > 0 ? 'settled' : revalued > 0 ? 'revalued' : 'paired';

function carryingOf({ name, read, make }: CarryingOf): CarryingPart {
  const rows = new ValueStore<readonly CarryRow[]>();
  const candidates = new ValueStore<readonly CarryRow[]>();
  /** The row that the candidates are for. */
  let soughtFor: CarryRow | null = null;
  async function preview({ pairs, kind, sought }: Looked, signal: AbortSignal): Promise<CarryHead> {
    if (pairs.length === 0) carryStorage.forget(name);
    else carryStorage.write(name, pairs);
    const asked = { by_hand: idsOf(pairs), sought, offset: 0, limit: PAGE };
    let shown = kind ?? 'settled';
    let review = await read({ ...asked, kind: shown }, signal);
    const first = kind ?? firstKind(review.counts);
    if (first !== shown) {
      shown = first;
      review = await read({ ...asked, kind: shown }, signal);
    }
    signal.throwIfAborted();
    const { rows: found, total, ...head } = review;
    rows.set(found);
    return { ...head, kind: shown, total, shown: found.length };
  }
  async function readMore({ pairs, kind, sought, offset }: MoreLooked, signal: AbortSignal): Promise<number> {
    const more = await read({ by_hand: idsOf(pairs), kind: required(kind), sought, offset, limit: PAGE }, signal);
    signal.throwIfAborted();
    const all = [...(rows.get() ?? []), ...more.rows];
    rows.set(all);
    return all.length;
  }
  async function seek({ pairs, picked, sought }: Sought, signal: AbortSignal): Promise<void> {
    const like = required(picked?.from);
    if (picked !== soughtFor) candidates.set([]);
    soughtFor = picked;
    const asked = { by_hand: idsOf(pairs), kind: 'added', offset: 0, limit: CANDIDATES } as const;
    const word = sought === '' ? longestWord(like.name) : sought;
    const found = await Promise.all([
      read({ ...asked, sought: word }, signal),
      ...(sought === '' && word !== '' ? [read({ ...asked, sought: '' }, signal)] : []),
    ]);
    signal.throwIfAborted();
    const byId = new Map(found.flatMap(({ rows: all }) => all.map((row) => [row.into?.row_id, row] as const)));
    const liked = [...byId.values()].map((row) => ({ row, by: row.into === null ? 0 : likeness(like, row.into) }));
    candidates.set(liked.toSorted((one, other) => other.by - one.by).map(({ row }) => row));
  }
  return {
    rows,
    candidates,
    kept() {
      const kept = v.safeParse(Kept, carryStorage.read(name));
      return kept.success ? kept.output : [];
    },
    machine: carryingMachine.provide({
      actors: {
        preview: calling<CarryHead, Looked>(({ input, signal }) => preview(input, signal)),
        readMore: calling<number, MoreLooked>(({ input, signal }) => readMore(input, signal)),
        seek: calling<void, Sought>(({ input, signal }) => seek(input, signal)),
        carry: calling<number | null, ToCarry>(async ({ input: { pairs, seen }, signal }) => {
          const { from, settled, revaluation, import_id } = required(seen);
          const confirmed = { from_version_id: from.id, settled: settled.gross.total, revaluation: revaluation.gross.total };
          const made = await make({ by_hand: idsOf(pairs), ...confirmed }, signal, import_id);
          carryStorage.forget(name);
          return made;
        }),
      },
    }),
  };
}

/** Reviews of what versions of a project would carry from one another, and the record of what they carried. */
export const carryingsOf = (api: Api): CarryingScreens => ({
  into: (id) =>
    carryingOf({
      name: `version ${id}`,
      read: (body, signal) =>
        api('POST /versions/:id/carry/preview/', { params: { id }, body: { ...body, by_hand: [...body.by_hand] } }, { signal }),
      make: async (body, signal) =>
        (await api('POST /versions/:id/carry/', { params: { id }, body: { ...body, by_hand: [...body.by_hand] } }, { signal })).id,
    }),
  ofImport: (id) =>
    carryingOf({
      name: `import ${id}`,
      read: (body, signal) =>
        api('POST /import/:id/carry/preview/', { params: { id }, body: { ...body, by_hand: [...body.by_hand] } }, { signal }),
      make: async (carry, signal, import_id) => {
        const body = { import_id, carry: { ...carry, by_hand: [...carry.by_hand] } };
        return (await api('POST /import/:id/finish/', { params: { id }, body }, { signal })).project_version_id;
      },
    }),
  carried(id) {
    const carryings = new ValueStore<CarriedPage['carryings']>();
    const params = { id };
    return {
      carryings,
      reading: reading(async (signal) => {
        const page = await api('GET /versions/:id/carried/', { params, query: { limit: '1' } }, { signal });
        carryings.set(page.carryings);
      }),
      list(kind) {
        const rows = new RowStore<CarriedRow>();
        return {
          rows,
          windows: windowsInto(rows, async (window, signal) => {
            const { rows: found, total } = await api(
              'GET /versions/:id/carried/',
              { params, query: { ...asText(window), kind } },
              { signal },
            );
            return { rows: found.map((row, at) => ({ ...row, id: window.offset + at + 1 })), total };
          }),
        };
      },
    };
  },
  separation: dialog<Pick<Version, 'id' | 'number' | 'is_separate'>, string | null, Version>(
    'separation',
    '25.8 A separate contract is said to be one',
    ({ subject: { id, is_separate } }, signal) =>
      api('POST /versions/:id/separate/', { params: { id }, body: { is_separate: !is_separate } }, { signal }),
  ),
  takingBack: dialog<Pick<Version, 'id' | 'number'>, string | null, Version>(
    'takingBack',
    '25.6 What was carried is taken back whole',
    ({ subject: { id } }, signal) => api('DELETE /versions/:id/carry/', { params: { id } }, { signal }),
  ),
});
