import * as v from 'valibot';
import type { Api } from '../../../domain/api/call.ts';
import { Address } from '../../../domain/api/credentials.ts';
import { NewPassword } from '../../../domain/api/registrations.ts';
import type { People } from '../../views/people.tsx';
import type { Composed } from '../app/actum.ts';
import { form } from '../calls/forms.ts';

const spec = '14.1 A form is checked when it is sent';

/** Sends a link under which a new password can be set. */
export const forgotOf = (api: Api): People['forgot'] =>
  form('forgot', Address, spec, (given, signal) => api('POST /forgot/', { body: given }, { signal }));

export const recoveryOf =
  ({ api, session }: Pick<Composed, 'api' | 'session'>): People['recovery'] =>
  (hash) =>
    form('recovery', NewPassword, spec, async (given, signal) => {
      const done = await api('POST /password_recovery/', { body: { hash, ...given } }, { signal });
      // A new password ends every session of the person, this one too.
      session.send({ type: 'logout.requested' });
      session.send({ type: 'error.dismissed' });
      return done;
    });

/** Ends every session of the person, this browser's too if it is theirs. */
export const notMeOf =
  ({ api, session }: Pick<Composed, 'api' | 'session'>): People['notMe'] =>
  (hash) =>
    form('notMe', v.object({}), '16.5 A mail tells of what matters, with a way back', async (_, signal) => {
      const chosen = await api('POST /not_me/', { body: { hash } }, { signal });
      session.send({ type: 'logout.requested' });
      session.send({ type: 'error.dismissed' });
      return chosen.hash;
    });
