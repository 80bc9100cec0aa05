import * as v from 'valibot';
import { Address } from '../../../domain/api/credentials.ts';
import { PasswordChange, PersonName } from '../../../domain/api/registrations.ts';
import type { ProfileForms } from '../../views/account/needs.ts';
import type { People } from '../../views/people.tsx';
import type { Composed } from '../app/actum.ts';
import { form } from '../calls/forms.ts';

const Named = v.object({ name: PersonName });
const Nothing = v.object({});

const spec = '3.5 A profile has a name, a language and teams';

const addressSpec = '3.14 An address is changed by a link to the new one';

/** Sets the address that a mail was sent to. */
export const newAddressOf =
  ({ api, session }: Pick<Composed, 'api' | 'session'>): People['newAddress'] =>
  (hash) =>
    form('newAddress', Nothing, addressSpec, async (_, signal) => {
      const profile = await api('POST /profile/email/confirm/', { body: { hash } }, { signal });
      session.send({ type: 'profile.changed', profile });
      return profile;
    });

/** The forms about the signed-in person. */
export const profileOf = ({ api, session }: Pick<Composed, 'api' | 'session'>): ProfileForms => ({
  name: form('profileName', Named, spec, async (given, signal) => {
    const profile = await api('PATCH /profile/', { body: given }, { signal });
    session.send({ type: 'profile.changed', profile });
    return profile;
  }),
  email: form('emailChange', Address, addressSpec, async (given, signal) => {
    await api('POST /profile/email/', { body: given }, { signal });
    return given;
  }),
  password: form('passwordChange', PasswordChange, spec, (given, signal) => api('POST /profile/password/', { body: given }, { signal })),
  logOutEverywhere: form('logOutEverywhere', Nothing, '3.5 A profile has a name, a language and teams', async (_, signal) => {
    await api('POST /profile/logout_everywhere/', {}, { signal });
    session.send({ type: 'logout.requested' });
  }),
});
