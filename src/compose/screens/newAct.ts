import { type Api, Refused } from '../../../domain/api/call.ts';
import type { Act } from '../../../domain/api/shapes.ts';
import type { ClaimedBefore, EstimateScreen } from '../../views/estimate/needs.ts';
import { dialog } from '../calls/forms.ts';

const UNDECIDED: readonly (string | null)[] = ['claimed_elsewhere', 'certified_elsewhere'];

/**
 * Makes the next act of a version. Until it is decided how the version relates to other contracts with acts or certificates, these are
 * returned instead.
 */
export const newActOf = (api: Api, versionId: number): EstimateScreen['newAct'] =>
  dialog<null, string | null, Act | ClaimedBefore>(
    'newAct',
    '9.1 An act claims work of one version',
    async ({ given: finish_date }, signal) => {
      try {
        return await api('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date } }, { signal });
      } catch (error) {
        if (!(error instanceof Refused) || !UNDECIDED.includes(error.code)) throw error;
        return { elsewhere: error.body, finish_date };
      }
    },
  );
