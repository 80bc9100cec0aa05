import { type BlockColumns, columnsFrom } from '../../../domain/blockShape.ts';
import { enteredIn } from '../../../domain/entered.ts';
import { isHeld, isInsert, onMade, rowsNamed, withCorrected, withoutRow, withSentAgain } from './rowsHere.ts';
import {
  type BlockEdit,
  type BlockSet,
  type CellEdit,
  type Edit,
  isSameField,
  isToSend,
  type NewEdit,
  problemOf,
  type RevisionStep,
  type RowMade,
} from './types.ts';

export const nextEdit = (edits: readonly Edit[]): Edit | undefined => edits.find((edit) => isToSend(edit) && !isHeld(edit));

const isOn = (edit: CellEdit, { route, id, from }: RevisionStep): boolean =>
  edit.route === route && edit.id === id && edit.revision === from;

/**
 * A value typed before an earlier edit of the same person was answered does not conflict with that edit, so it moves to the revision that edit made.
 * It moves no further than the revision on screen, because an undo takes a revision back.
 */
export function onOwnSteps(edit: NewEdit, steps: readonly RevisionStep[], known: number | undefined): NewEdit {
  if (edit.kind !== 'cell') return edit;
  let { revision } = edit;
  for (;;) {
    const current = revision;
    const step = steps.findLast(({ route, id, from }) => route === edit.route && id === edit.id && from === current);
    if (step === undefined || current === known) return { ...edit, revision };
    revision = step.to;
  }
}

/** The columns that a block sets in each of its rows. */
export const setBy = ({ field, fields = columnsFrom(field), cells }: BlockEdit): BlockColumns =>
  fields.slice(0, Math.min(...cells.map((line) => line.length)));

/**
 * Nor does a value typed before one's own block was answered conflict with that block, unless its field has changed meanwhile and the block did not set that
 * field: then somebody else has changed it. `known` is the revision on screen.
 */
export function onOwnBlock<E extends Edit | NewEdit>(edit: E, block: BlockSet | null, known?: number): E {
  if (block === null || edit.kind !== 'cell' || edit.route !== 'PUT /rows/:id/' || edit.revision === known) return edit;
  const row = block.rows.find(({ id }) => id === edit.id);
  if (row === undefined || row.revision <= edit.revision) return edit;
  const isOwn = enteredIn(row, edit.field) === edit.value || block.fields.some((field) => field === edit.field);
  return isOwn ? { ...edit, revision: row.revision } : edit;
}

/** Appends an edit; it replaces a refused one of the same field. `keyAgain` is the key to send a refused row again under, if the edit is about that row. */
export const withAdded = (edits: readonly Edit[], added: Edit, keyAgain: string): readonly Edit[] =>
  withSentAgain(
    edits.filter((known) => isToSend(known) || !isSameField(known, added)),
    added,
    keyAgain,
  );

/** Replaces local ids of rows that the server has made since by their real ids. */
export const onRowsMade = <E extends Edit | NewEdit>(edit: E, made: readonly RowMade[]): E => made.reduce<E>(onMade, edit);

/** The queue without refused edits that the person gives up. */
export const withoutGivenUp = (edits: readonly Edit[], keys: readonly string[]): readonly Edit[] => {
  const isGivenUp = (edit: Edit) => !isToSend(edit) && keys.includes(edit.key);
  return edits
    .filter(isGivenUp)
    .filter(isInsert)
    .reduce(
      withoutRow,
      edits.filter((edit) => !isGivenUp(edit)),
    );
};

/** Edits stored by an earlier visit. An edit of a local row that no stored edit inserts can never be sent, so it counts as refused. */
export const takenOver = (edits: readonly Edit[]): readonly Edit[] => {
  const here = new Set(edits.filter(isInsert).map(({ change }) => change.row.id));
  return edits.map((edit) => (rowsNamed(edit).every((id) => here.has(id)) ? edit : { ...edit, problem: { status: 404, body: null } }));
};

/** The queue without the edit that was saved. Later edits of the same record that were typed on the same revision move to the new revision. */
export const withoutTaken = (edits: readonly Edit[], key: string, step: RevisionStep | null, made: RowMade | undefined): readonly Edit[] =>
  edits
    .filter((edit) => edit.key !== key)
    .map((edit) => (made === undefined ? edit : onMade(edit, made)))
    .map((edit) => (step !== null && edit.kind === 'cell' && isOn(edit, step) ? { ...edit, revision: step.to } : edit));

/** A refused edit stays in the queue, unless the person has typed into the same field, or into the refused row, since. */
export function withRefused(edits: readonly Edit[], refused: Edit, error: unknown): readonly Edit[] {
  const isTypedOver = edits.some((edit) => edit.key !== refused.key && isToSend(edit) && isSameField(edit, refused));
  if (isTypedOver) return edits.filter(({ key }) => key !== refused.key);
  const held = edits.map((edit) => (edit.key === refused.key ? { ...edit, problem: problemOf(error) } : edit));
  return withCorrected(edits, refused) ?? held;
}
