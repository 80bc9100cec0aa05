import * as v from 'valibot';
import { BLOCK_EDITS, BLOCK_FIELDS } from '../../../domain/blockShape.ts';
import { CELL_ROUTES, type Edit } from '../../machines/editQueue/types.ts';
import type { KeptTexts } from '../../services/keptTexts.ts';
import { idHere } from '../calls/idHere.ts';

const common = {
  key: v.string(),
  table: v.string(),
  name: v.string(),
  problem: v.nullable(v.object({ status: v.number(), body: v.unknown() })),
};
const CellEdit = v.object({
  ...common,
  // The first release stored only cells, without a kind.
  kind: v.optional(v.literal('cell'), 'cell'),
  route: v.picklist(CELL_ROUTES),
  id: v.number(),
  field: v.string(),
  text: v.string(),
  reads: v.picklist(['number', 'text']),
  value: v.string(),
  revision: v.number(),
  // Cells stored before a correction named its list have none that is on screen.
  within: v.optional(v.nullable(v.object({ project: v.number(), list: v.optional(v.number(), 0), column: v.number() })), null),
});
const BlockEdit = v.object({
  ...common,
  kind: v.literal('block'),
  as: v.picklist(BLOCK_EDITS),
  list: v.number(),
  rowId: v.nullable(v.number()),
  rowIds: v.exactOptional(v.array(v.number())),
  field: v.picklist(BLOCK_FIELDS),
  fields: v.exactOptional(v.array(v.nullable(v.picklist(BLOCK_FIELDS)))),
  cells: v.array(v.array(v.string())),
  // Blocks stored before columns had decimal marks have plain decimals.
  decimal: v.optional(v.nullable(v.picklist(['.', ','])), '.'),
});
const ids = v.array(v.number());
const meant = { ids, withRowsOf: v.exactOptional(ids) };
const pastRows = v.exactOptional(v.boolean());
const RowsChange = v.variant('kind', [
  v.object({
    kind: v.literal('insert'),
    listId: v.number(),
    afterId: v.exactOptional(v.nullable(v.number())),
    pastRows,
    // Earlier releases stored no row, because nothing could be typed into it before it was made.
    row: v.optional(v.object({ id: v.number(), kind: v.picklist(['row', 'section']), fields: v.record(v.string(), v.string()) }), () => ({
      id: idHere(),
      kind: 'row' as const,
      fields: {},
    })),
  }),
  v.object({ kind: v.literal('duplicate'), ...meant }),
  v.object({ kind: v.literal('move'), ...meant, listId: v.number(), afterId: v.exactOptional(v.nullable(v.number())), pastRows }),
  v.object({ kind: v.literal('delete'), ...meant }),
  v.object({ kind: v.literal('step'), id: v.number(), by: v.picklist([1, -1]) }),
]);
const RowsEdit = v.object({ ...common, kind: v.literal('rows'), version: v.number(), change: RowsChange });
const Kept = v.object({ at: v.number(), edit: v.union([BlockEdit, RowsEdit, CellEdit]) });

/** The edits stored in the browser, in the order they were made. A text that cannot be read is left alone. */
function read(texts: KeptTexts): readonly { readonly at: number; readonly edit: Edit }[] {
  const found = texts.read().flatMap((text) => {
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), text);
    return kept.success ? [kept.output] : [];
  });
  return found.sort((one, other) => one.at - other.at);
}

/** Stores a person's edits in the browser for exactly as long as the queue has them. */
export function keeperOf(texts: KeptTexts) {
  const found = read(texts);
  const times = new Map(found.map(({ at, edit }) => [edit.key, at]));
  let latest = found.at(-1)?.at ?? 0;
  let written: readonly Edit[] = found.map(({ edit }) => edit);
  const timeOf = ({ key }: Edit): number => {
    const at = times.get(key) ?? Math.max(Date.now(), latest + 1);
    latest = Math.max(latest, at);
    times.set(key, at);
    return at;
  };
  return {
    found: written,
    keep(edits: readonly Edit[]): void {
      for (const edit of edits) if (!written.includes(edit)) texts.write(edit.key, JSON.stringify({ at: timeOf(edit), edit }));
      for (const { key } of written) if (!edits.some((edit) => edit.key === key)) texts.remove(key);
      written = edits;
    },
  };
}
