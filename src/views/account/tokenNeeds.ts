import type { ApiToken, MadeApiToken, NewApiToken } from '../../../domain/api/apiTokenRoutes.ts';
import type { Form } from '../../machines/form/form.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** The person's API tokens, with their real actors. */
export interface TokensPart extends Read {
  readonly tokens: ValueStore<readonly ApiToken[]>;
  readonly make: Form<NewApiToken, MadeApiToken>;
  readonly withdraw: FormDialog<ApiToken, null, unknown>;
}
