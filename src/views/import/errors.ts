import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ImportLists } from '../../../domain/contract/importShapes.ts';
import type { importMachine } from '../../machines/import/import.ts';

export type ImportActor = ActorRefFrom<typeof importMachine>;
export type ImportSnapshot = SnapshotFrom<typeof importMachine>;

/** How many rows of the lists that are taken have errors. */
export const errorsIn = ({ new_lists }: ImportLists): number =>
  new_lists.reduce((sum, { included, error_count }) => sum + (included ? error_count : 0), 0);
