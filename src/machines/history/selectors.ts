import type { SnapshotFrom } from 'xstate';
import type { HistoryEvent } from '../../../domain/contract/graphql.ts';
import type { historyMachine, Way } from './history.ts';

type Snapshot = SnapshotFrom<typeof historyMachine>;

/** What undo would take back; null when there is nothing. */
export const undoable = ({ context }: Snapshot): HistoryEvent | null => context.undo;
/** What redo would bring again; null when there is nothing, or when it has just failed. */
export const redoable = ({ context }: Snapshot): HistoryEvent | null => (context.redoFailed ? null : context.redo);
export const isStepping = (snapshot: Snapshot): boolean => snapshot.matches('undoing') || snapshot.matches('redoing');
/** Which step of somebody else's edit waits for a yes. */
export const askedWay = (snapshot: Snapshot): Way | null =>
  snapshot.matches({ asking: 'undo' }) ? 'backward' : snapshot.matches({ asking: 'redo' }) ? 'forward' : null;
export const isOthers = (event: HistoryEvent, { context }: Snapshot): boolean => event.author_id !== context.person;
