import { Refused } from '../../domain/api/call.ts';
import type { CellEdit, CellUnsent } from '../../src/machines/editQueue/types.ts';
import type { Subject } from '../../src/machines/numberCell/types.ts';

/** The server's decision on a committed value. */
export type Fate = 'taken' | 'postponed' | 'refused' | 'stale';

/** The value somebody else saves first. */
export const THEIRS = '1.1';

/** The problem an edit has after a refusal. */
export function refusalOf(fate: Fate, { id, field, revision }: Pick<CellEdit, 'id' | 'field' | 'revision'>): Refused {
  if (fate === 'refused') return new Refused(400, { [field]: ['Enter a number'] });
  const current = { id, [field]: THEIRS, revision: revision + 1 };
  return new Refused(409, { detail: 'Someone has changed this', code: 'stale_edit', current, changed_by: { id: 2, name: 'Ann' } });
}

/** A cell as the server and the queue have it: what a model knows of the world around a cell. */
export interface CellWorld {
  readonly value: string;
  readonly unsent: CellUnsent | null;
}

/** The world after a text was committed on a subject. Revisions do not grow in it, so that it has a limited number of states. */
export function handedOver(world: CellWorld, { value, ...subject }: Subject, text: string, fate: Fate): CellWorld {
  if (fate === 'taken') return { value: text, unsent: null };
  const edit: CellEdit = {
    kind: 'cell',
    key: '',
    table: subject.table,
    route: subject.route,
    id: subject.id,
    field: subject.field,
    name: '',
    text,
    reads: subject.reads,
    value,
    revision: 1,
    within: null,
    problem: null,
  };
  if (fate === 'postponed') return { ...world, unsent: { mode: 'waiting', edit } };
  const { status, body } = refusalOf(fate, edit);
  return { value: fate === 'stale' ? THEIRS : world.value, unsent: { mode: 'refused', edit: { ...edit, problem: { status, body } } } };
}
