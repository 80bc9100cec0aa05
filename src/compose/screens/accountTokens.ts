import * as v from 'valibot';
import { type ApiToken, type MadeApiToken, NewApiToken } from '../../../domain/api/apiTokenRoutes.ts';
import type { Api } from '../../../domain/api/call.ts';
import { TOKEN_DAYS } from '../../../domain/apiTokens.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { TokensPart } from '../../views/account/tokenNeeds.ts';
import { dialog, form } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

const spec = '16.9 A person makes tokens for their programs';
/** The days come as the text of a choice. */
const Typed = v.object({ ...NewApiToken.entries, days: v.pipe(v.string(), v.transform(Number), v.picklist(TOKEN_DAYS)) });

export function tokensOf(api: Api): TokensPart {
  const tokens = new ValueStore<readonly ApiToken[]>();
  return {
    tokens,
    reading: reading(async (signal) => tokens.set(await api('GET /profile/tokens/', {}, { signal }))),
    make: form<NewApiToken, MadeApiToken>('apiTokenMake', Typed, spec, (body, signal) =>
      api('POST /profile/tokens/', { body }, { signal }),
    ),
    withdraw: dialog<ApiToken, null, unknown>('apiTokenWithdraw', spec, ({ subject }, signal) =>
      api('DELETE /profile/tokens/:tokenId/', { params: { tokenId: subject.id } }, { signal }),
    ),
  };
}
