import * as v from 'valibot';
import { ClaimedElsewhere } from '../../../domain/contract/actShapes.ts';
import { type Api, Refused } from '../../../domain/contract/call.ts';
import type { Act } from '../../../domain/contract/shapes.ts';
import { type FormDialog, formDialog } from '../../machines/formDialog/formDialog.ts';
import type { ClaimedBefore } from '../../views/screens.tsx';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';

/** Makes the next act of a version; what other versions have claimed comes back instead, to be asked about. */
export async function askForAct(api: Api, versionId: number, finishDate: string | null, signal: AbortSignal): Promise<Act | ClaimedBefore> {
  try {
    return await api('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date: finishDate } }, { signal });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'claimed_elsewhere') throw error;
    return { ...v.parse(ClaimedElsewhere, error.body), finish_date: finishDate };
  }
}

/** Makes it all the same, once a person has seen what other versions have claimed. */
export const actAnyway = (api: Api, versionId: number): FormDialog<ClaimedBefore, null, Act> =>
  formDialog<ClaimedBefore, null, Act>('newActAnyway', '2 Confirm dialog: other versions have acts').provide({
    actors: {
      submit: calling<Act, { subject: ClaimedBefore | null; given: null }>(({ input, signal }) => {
        const { finish_date } = required(input.subject);
        return api('POST /versions/:id/acts/', { params: { id: versionId }, body: { finish_date, confirmed: true } }, { signal });
      }),
    },
  });
