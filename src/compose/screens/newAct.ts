import * as v from 'valibot';
import { ClaimedElsewhere } from '../../../domain/contract/actShapes.ts';
import { type Api, Refused } from '../../../domain/contract/call.ts';
import type { Act } from '../../../domain/contract/shapes.ts';
import type { ClaimedBefore, EstimateScreen } from '../../views/estimate/needs.ts';
import { dialog } from '../calls/forms.ts';

/** Makes the next act of a version. Claims of other versions come back instead, for confirmation. */
export const newActOf = (api: Api, versionId: number): EstimateScreen['newAct'] =>
  dialog<null, string | null, Act | ClaimedBefore>(
    'newAct',
    '9.1 An act claims work of one version',
    async ({ given: finish_date }, signal) => {
      try {
        return await api('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date } }, { signal });
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'claimed_elsewhere') throw error;
        return { ...v.parse(ClaimedElsewhere, error.body), finish_date };
      }
    },
  );

/** Makes the act after the person has confirmed the claims of other versions. */
export const newActAnywayOf = (api: Api, versionId: number): EstimateScreen['newActAnyway'] =>
  dialog<ClaimedBefore, null, Act>('newActAnyway', '9.1 An act claims work of one version', ({ subject: { finish_date } }, signal) =>
    api('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date } }, { signal }),
  );
