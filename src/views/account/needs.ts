import type { PasswordChange } from '../../../domain/contract/credentials.ts';
import type { Profile } from '../../../domain/contract/people.ts';
import type { Form } from '../../machines/form/form.ts';
import type { Done, Named } from '../needs.ts';

export interface ProfileForms {
  readonly name: Form<Named, Profile>;
  readonly password: Form<PasswordChange, Done>;
  readonly logOutEverywhere: Form<object, void>;
}
