import type { Api } from '../../../domain/api/call.ts';
import { Address } from '../../../domain/api/credentials.ts';
import { Registration } from '../../../domain/api/registrations.ts';
import { spokenLanguage } from '../../messages/messages.ts';
import type { People } from '../../views/people.tsx';
import type { Composed } from '../app/actum.ts';
import { form } from '../calls/forms.ts';

const spec = '14.1 A form is checked when it is sent';

export const registrationOf = ({ api, session }: Pick<Composed, 'api' | 'session'>): People['register'] =>
  form('register', Registration, spec, async (given, signal) => {
    const done = await api('POST /register/', { body: { ...given, language: spokenLanguage() } }, { signal });
    session.send({ type: 'error.dismissed' });
    return done;
  });

/** Sends the link that confirms an address again. */
export const resendConfirmationOf = (api: Api): People['resendConfirmation'] =>
  form('resendConfirmation', Address, spec, (given, signal) => api('POST /confirm_email/resend/', { body: given }, { signal }));
