import type { Address } from '../../../domain/api/credentials.ts';
import type { Factor, Factors } from '../../../domain/api/factors.ts';
import type { Profile } from '../../../domain/api/people.ts';
import type { PasswordChange } from '../../../domain/api/registrations.ts';
import type { Form } from '../../machines/form/form.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { newFactorMachine } from '../../machines/newFactor/newFactor.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Done, Named, Read } from '../needs.ts';

export interface ProfileForms {
  readonly name: Form<Named, Profile>;
  /** Returns the address that was requested. */
  readonly email: Form<Address, Address>;
  readonly password: Form<PasswordChange, Done>;
  readonly logOutEverywhere: Form<object, void>;
}

/** A new name for a factor, or its removal. */
export interface FactorChange {
  readonly kind: 'name' | 'removal';
  readonly factor: Factor;
}

/** The person's second factors. */
export interface FactorSettings extends Read {
  readonly found: ValueStore<Factors>;
  /** Whether this browser has passkeys. */
  readonly hasPasskeys: boolean;
  /** The name of this browser with its system; "" where it is unknown. */
  readonly device: string;
  readonly adding: typeof newFactorMachine;
  readonly change: FormDialog<FactorChange, string | null, FactorChange>;
  /** Called after a change, because the person may meet the rules of their teams now. */
  readonly readProfile: () => Promise<void>;
}
