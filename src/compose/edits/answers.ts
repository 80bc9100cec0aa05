import { type EventObject, fromCallback } from 'xstate';
import type { Edit } from '../../machines/editQueue/types.ts';
import { theirsOf } from '../../machines/numberCell/types.ts';
import type { OpenTables } from './openTables.ts';
import type { EditQueue } from './queue.ts';

interface Revised {
  readonly revision: number;
}
/** A slow answer is older than changes that others have made in the meantime. */
export const isNews = (known: Revised | undefined, { revision }: Revised): boolean => !known || known.revision <= revision;

/** A table on screen, for the answers to its edits. */
export interface AnsweredTable {
  readonly name: string;
  /** Puts the answer to an edit into the rows on screen. */
  readonly take: (edit: Edit, answer: unknown) => void;
  /** Puts a record that somebody else saved into the rows on screen. Throws when it is not a record of this table. */
  readonly takeTheirs: (record: unknown) => void;
  /** Shows the rows that the queue still has to make; the returned function ends it. */
  readonly show?: () => () => void;
}

/** The queue, the tables that take its answers, and how a table reloads where an answer does not contain its present state. */
export interface Edits {
  readonly queue: EditQueue;
  readonly tables: OpenTables;
  readonly refresh: () => void;
}

/** Applies the answers to edits of a table for as long as it is open. */
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
