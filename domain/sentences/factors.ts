/** Sentences about second factors and about proving who one is. */
import { saying } from './sentence.ts';

export const proofNeeded = saying('proof_needed', 'Confirm that it is you to go on');
