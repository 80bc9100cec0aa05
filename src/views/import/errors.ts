import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ImportLists } from '../../../domain/api/importShapes.ts';
import type { importMachine } from '../../machines/import/import.ts';

export type ImportActor = ActorRefFrom<typeof importMachine>;
export type ImportSnapshot = SnapshotFrom<typeof importMachine>;

/** The number of rows with errors in the included lists. */
export const errorsIn = ({ new_lists }: ImportLists): number =>
  new_lists.reduce((sum, { included, error_count }) => sum + (included ? error_count : 0), 0);
