import { resourceMachine } from '../../machines/resource/resource.ts';
import { calling } from './calling.ts';

/** What a screen shows is read by this. */
export const reading = (read: (signal: AbortSignal) => Promise<void>) =>
  resourceMachine.provide({ actors: { load: calling<void>(({ signal }) => read(signal)) } });
