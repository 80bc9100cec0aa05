import * as v from 'valibot';
import { ClaimedElsewhere } from '../../domain/contract/actShapes.ts';
import { type Api, Refused } from '../../domain/contract/call.ts';
import type { Act } from '../../domain/contract/shapes.ts';
import type { ClaimedBefore } from '../views/screens.tsx';

/** Makes the next act of a version; what other versions have claimed comes back instead, to be asked about. */
export async function askForAct(api: Api, versionId: number, finishDate: string | null, signal: AbortSignal): Promise<Act | ClaimedBefore> {
  try {
    return await api('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date: finishDate } }, { signal });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'claimed_elsewhere') throw error;
    return { ...v.parse(ClaimedElsewhere, error.body), finish_date: finishDate };
  }
}
