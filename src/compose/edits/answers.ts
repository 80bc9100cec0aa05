import { type EventObject, fromCallback } from 'xstate';
import type { Edit } from '../../machines/editQueue/types.ts';
import { theirsOf } from '../../machines/numberCell/types.ts';
import type { OpenTables } from './openTables.ts';
import type { EditQueue } from './queue.ts';

interface Revised {
  readonly revision: number;
}
/** An answer that was on its way for long is older than what others have done since. */
export const isNews = (known: Revised | undefined, { revision }: Revised): boolean => !known || known.revision <= revision;

/** A table on screen, for the answers to its edits. */
export interface AnsweredTable {
  readonly name: string;
  /** Puts the answer to an edit where the screen reads it. */
  readonly take: (edit: Edit, answer: unknown) => void;
  /** Puts there the record that somebody else left. It throws when the record is not one. */
  readonly takeTheirs: (record: unknown) => void;
  /** Begins to show there what the queue still has to make; the returned function ends it. */
  readonly show?: () => () => void;
}

/** The queue, the tables that take its answers, and what a table does where an answer does not say how it is now. */
export interface Edits {
  readonly queue: EditQueue;
  readonly tables: OpenTables;
  readonly refresh: () => void;
}

/** Takes the answers to edits of a table for as long as it is open. */
export const takingAnswers = ({ queue, tables, refresh }: Edits, { name, take, takeTheirs, show }: AnsweredTable) =>
  fromCallback<EventObject>(() => {
    const close = tables.open(name);
    const hide = show?.();
    const hearing = [
      queue.on('edit.taken', ({ edit, answer }) => {
        if (edit.table === name) take(edit, answer);
      }),
      queue.on('theirs.taken', ({ edit }) => {
        const theirs = edit.table === name && edit.kind === 'cell' ? theirsOf(edit) : null;
        if (theirs === null) return;
        try {
          takeTheirs(theirs.record);
        } catch {
          refresh();
        }
      }),
    ];
    return () => {
      close();
      hide?.();
      for (const each of hearing) each.unsubscribe();
    };
  });
