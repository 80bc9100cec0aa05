import type { SnapshotFrom } from 'xstate';
import type { HistoryEvent } from '../../../domain/api/graphql.ts';
import type { historyMachine, Way } from './history.ts';

type Snapshot = SnapshotFrom<typeof historyMachine>;

/** The next event is one this tab made, and its description has not arrived yet. */
const isBehind = ({ context }: Snapshot): boolean => context.awaited !== null;
/** The event to undo; null when there is none or it is not known. */
export const undoable = (snapshot: Snapshot): HistoryEvent | null => (isBehind(snapshot) ? null : snapshot.context.undo);
/** The event to redo; null when there is none or when a redo has just failed. */
export const redoable = (snapshot: Snapshot): HistoryEvent | null =>
  isBehind(snapshot) || snapshot.context.redoFailed ? null : snapshot.context.redo;
export const isStepping = (snapshot: Snapshot): boolean => snapshot.matches('undoing') || snapshot.matches('redoing');
/** The step that waits for confirmation, because it is somebody else's edit. */
export const askedWay = (snapshot: Snapshot): Way | null =>
  snapshot.matches({ asking: 'undo' }) ? 'backward' : snapshot.matches({ asking: 'redo' }) ? 'forward' : null;
export const isOthers = (event: HistoryEvent, { context }: Snapshot): boolean => event.author_id !== context.person;
/** Whether the next events are not known yet. A step requested now follows once they are. */
export const isLooking = (snapshot: Snapshot): boolean => snapshot.matches('looking') || isBehind(snapshot);
/** Whether there is something to redo but the latest redo failed. */
export const hasRedoFailed = ({ context }: Snapshot): boolean => context.redoFailed && context.redo !== null;
