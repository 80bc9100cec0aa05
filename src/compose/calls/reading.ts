import { resourceMachine } from '../../machines/resource/resource.ts';
import { calling } from './calling.ts';

/** Loads the data of a screen. */
export const reading = (read: (signal: AbortSignal) => Promise<void>) =>
  resourceMachine.provide({ actors: { load: calling<void>(({ signal }) => read(signal)) } });
