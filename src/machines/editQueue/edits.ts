import { type CellEdit, type Edit, isSameField, isToSend, type NewEdit, problemOf, type RevisionStep } from './types.ts';

export const nextEdit = (edits: readonly Edit[]): Edit | undefined => edits.find(isToSend);

const isOn = (edit: CellEdit, { route, id, from }: RevisionStep): boolean =>
  edit.route === route && edit.id === id && edit.revision === from;

/**
 * A value typed before an earlier one of the same person was answered is no conflict with it: it goes on the revision that one left.
 * The steps are followed no further than to the revision on screen, because an undo takes a revision back.
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

/** With a new edit at the end; it replaces a refused one of the same field. */
export const withAdded = (edits: readonly Edit[], added: Edit): readonly Edit[] => [
  ...edits.filter((known) => isToSend(known) || !isSameField(known, added)),
  added,
];

/** Without the edit that the server took; later ones of the same record that were typed on the same revision go on the one it left. */
export const withoutTaken = (edits: readonly Edit[], key: string, step: RevisionStep | null): readonly Edit[] =>
  edits
    .filter((edit) => edit.key !== key)
    .map((edit) => (step !== null && edit.kind === 'cell' && isOn(edit, step) ? { ...edit, revision: step.to } : edit));

/** A refused edit stays, unless the person has typed something else into the same field since. */
export function withRefused(edits: readonly Edit[], refused: Edit, error: unknown): readonly Edit[] {
  const isTypedOver = edits.some((edit) => edit.key !== refused.key && isToSend(edit) && isSameField(edit, refused));
  return isTypedOver
    ? edits.filter(({ key }) => key !== refused.key)
    : edits.map((edit) => (edit.key === refused.key ? { ...edit, problem: problemOf(error) } : edit));
}
