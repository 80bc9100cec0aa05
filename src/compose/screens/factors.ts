import type { Factors } from '../../../domain/api/factors.ts';
import { deviceOf } from '../../../domain/device.ts';
import type { FactorKind } from '../../../domain/factors.ts';
import { type Begun, newFactorMachine, type TypedFactor } from '../../machines/newFactor/newFactor.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { hasPasskeys, makePasskey } from '../../services/passkeys.ts';
import type { FactorChange, FactorSettings } from '../../views/account/needs.ts';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

const spec = '15.5 A person adds authenticator apps and passkeys';

/** The person's second factors, and what changes them. */
export function factorsOf({ api, readProfile }: Pick<Composed, 'api' | 'readProfile'>): FactorSettings {
  const found = new ValueStore<Factors>();
  return {
    found,
    hasPasskeys: hasPasskeys(),
    device: deviceOf(navigator.userAgent),
    readProfile,
    reading: reading(async (signal) => found.set(await api('GET /factors/', {}, { signal }))),
    adding: newFactorMachine.provide({
      actors: {
        begin: calling<Begun, { readonly kind: FactorKind }>(async ({ input: { kind }, signal }) =>
          kind === 'app'
            ? { kind, ...(await api('POST /factors/app/', {}, { signal })) }
            : { kind, options: await api('POST /factors/passkey/', {}, { signal }) },
        ),
        save: calling<readonly string[], { readonly begun: Begun; readonly typed: TypedFactor }>(
          async ({ input: { begun, typed }, signal }) => {
            const { name, code } = typed;
            const added =
              begun.kind === 'app'
                ? await api('POST /factors/app/confirm/', { body: { name, code } }, { signal })
                : await api('POST /factors/passkey/confirm/', { body: { name, passkey: await makePasskey(begun.options) } }, { signal });
            return added.recovery_codes ?? [];
          },
        ),
        remake: calling<readonly string[]>(
          async ({ signal }) => (await api('POST /factors/recovery_codes/', {}, { signal })).recovery_codes,
        ),
      },
    }),
    change: dialog<FactorChange, string | null, FactorChange>('factorChange', spec, async ({ subject, given }, signal) => {
      const params = { id: subject.factor.id };
      if (subject.kind === 'removal') await api('DELETE /factors/:id/', { params }, { signal });
      else await api('PATCH /factors/:id/', { params, body: { name: given ?? '' } }, { signal });
      return subject;
    }),
  };
}
