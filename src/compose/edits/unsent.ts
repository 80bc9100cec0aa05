import { Refused } from '../../../domain/contract/call.ts';
import { signInAgain } from '../../../domain/sentences/people.ts';
import { type EditedField, isSameField } from '../../machines/editQueue/types.ts';
import type { Unsent } from '../../machines/grid/setup.ts';
import type { Saved, Subject, Theirs } from '../../machines/numberCell/types.ts';
import { isSignedIn, profileOf } from '../../machines/session/selectors.ts';
import type { EditedTable, Known } from './cells.ts';
import { openQueue, type Surroundings } from './editQueue.ts';

const saved = (record: Known, { field }: Subject): Saved => ({
  value: String((record as unknown as Readonly<Record<string, unknown>>)[field] ?? ''),
  revision: record.revision,
});

/** What the cells of any table do with what is typed, through the queue of whoever is signed in: another person never sees it, the same one finds it again. */
export function unsentEdits(surroundings: Surroundings) {
  const { session, shown } = surroundings;
  let open: { readonly person: number; readonly queue: ReturnType<typeof openQueue> } | null = null;
  const follow = () => {
    const snapshot = session.getSnapshot();
    const person = isSignedIn(snapshot) ? (profileOf(snapshot)?.id ?? null) : null;
    if (person === (open?.person ?? null)) return;
    open?.queue.stop();
    shown.clear();
    open = person === null ? null : { person, queue: openQueue(person, surroundings) };
    open?.queue.start();
  };
  session.subscribe(follow);
  follow();
  const edits = () => open?.queue.edits() ?? [];
  const fieldOf = ({ routeOf }: EditedTable, subject: Subject): EditedField => ({
    route: routeOf(subject),
    id: subject.id,
    field: subject.field,
  });
  return {
    async save(table: EditedTable, subject: Subject, text: string): Promise<Saved> {
      if (open === null) throw new Refused(401, signInAgain());
      const { value, revision, reads } = subject;
      const known = table.find(subject.id);
      const typed = {
        ...fieldOf(table, subject),
        table: table.name,
        name: subject.name ?? known?.name ?? '',
        text,
        value,
        revision,
        reads,
      };
      return saved(table.take(await open.queue.send({ ...typed, known: known?.revision })), subject);
    },
    /** What becomes of the latest edit of a cell that waits. */
    async settle(table: EditedTable, subject: Subject): Promise<Saved> {
      const edit = edits().findLast((each) => isSameField(each, fieldOf(table, subject)));
      if (edit?.problem) throw new Refused(edit.problem.status, edit.problem.body);
      const record = edit ? table.take(await open?.queue.outcomeOf(edit.key)) : table.find(subject.id);
      return record ? saved(record, subject) : subject;
    },
    giveUp(table: EditedTable, subject: Subject, theirs: Theirs | null): void {
      const field = fieldOf(table, subject);
      open?.queue.giveUp(edits().flatMap((edit) => (isSameField(edit, field) ? [edit.key] : [])));
      if (theirs !== null) table.takeTheirs(theirs.record);
    },
    /** What was typed last into each cell of a table before and is still to be sent, or was refused. */
    inTable: ({ name }: EditedTable): readonly Unsent[] =>
      edits().flatMap((edit, place, all) => {
        const { table, id, field, name: called, text, value, revision, reads } = edit;
        const isTypedOver = all.slice(place + 1).some((later) => isSameField(later, edit));
        return table !== name || isTypedOver
          ? []
          : [{ subject: { key: `${id} ${field}`, id, field, name: called, value, revision, reads }, text }];
      }),
  };
}
export type UnsentEdits = ReturnType<typeof unsentEdits>;
