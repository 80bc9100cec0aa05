import type { SnapshotFrom } from 'xstate';
import type { editQueueMachine } from './editQueue.ts';
import type { Edit } from './types.ts';

type Queue = SnapshotFrom<typeof editQueueMachine>;

export const unsentOf = ({ context }: Queue): readonly Edit[] => context.edits.filter(({ problem }) => problem === null);
/** What nobody has answered yet, though it was sent. */
export const waitingOf = (queue: Queue): readonly Edit[] => (queue.context.attempt > 0 ? unsentOf(queue) : []);
export const refusedOf = ({ context }: Queue): readonly Edit[] => context.edits.filter(({ problem }) => problem !== null);
