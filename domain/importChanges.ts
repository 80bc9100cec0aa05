/** What a later import changes in the last version (DOMAIN.md, Import). */
import type { ComparedRow } from './comparison.ts';
import { exact, SCALE, shortest } from './decimal.ts';
import { matchRows } from './sameRow.ts';

export type FieldChanges = Readonly<Record<string, { readonly old: string; readonly new: string }>>;

export interface ImportChanges<Old, New> {
  /** Rows of the file with their counterpart's fields that differ. */
  readonly changed: readonly (readonly [New, FieldChanges])[];
  readonly added: readonly New[];
  /** Rows of the last version that the file no longer has, in their order. */
  readonly vanished: readonly Old[];
}

const NUMBERS = ['quantity', 'unit_labour', 'unit_materials', 'unit_tools'] as const;
const canonical = (text: string) => shortest(exact(text, SCALE.quantity), SCALE.quantity);

/** Fields that differ between two rows that are the same row, old and new. Numbers are compared as numbers. */
export function changedFields(old: ComparedRow, now: ComparedRow): FieldChanges {
  const changes: Record<string, { old: string; new: string }> = {};
  if (old.name !== now.name) changes.name = { old: old.name, new: now.name };
  for (const field of NUMBERS) {
    const [before, after] = [canonical(old[field]), canonical(now[field])];
    if (before !== after) changes[field] = { old: before, new: after };
  }
  return changes;
}

/** Compares the rows of the last version with those of a file; each is read once. */
export function importChanges<Old extends ComparedRow, New extends ComparedRow>(
  old: readonly Old[],
  now: readonly New[],
): ImportChanges<Old, New> {
  const { pairs, removed, added } = matchRows(old, now);
  const changed = pairs.flatMap(([before, after]): [New, FieldChanges][] => {
    const changes = changedFields(before, after);
    return Object.keys(changes).length === 0 ? [] : [[after, changes]];
  });
  return { changed, added, vanished: removed };
}
