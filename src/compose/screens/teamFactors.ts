import type { FactorRequirement } from '../../../domain/api/people.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { TeamFactors } from '../../views/team/needs.ts';
import type { Composed } from '../app/actum.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

/** The day from which a team requires a second factor of its members. */
export function teamFactorsOf({ api, readProfile }: Pick<Composed, 'api' | 'readProfile'>, teamId: number): TeamFactors {
  const asked = new ValueStore<FactorRequirement>();
  const params = { id: teamId };
  return {
    asked,
    reading: reading(async (signal) => asked.set(await api('GET /teams/:id/factor_requirement/', { params }, { signal }))),
    change: dialog<string | null, string | null, FactorRequirement>(
      'teamFactors',
      '15.7 A team may ask its members for a second factor',
      async ({ given: from }, signal) => {
        const changed = await api('PUT /teams/:id/factor_requirement/', { params, body: { from } }, { signal });
        asked.set(changed);
        void readProfile();
        return changed;
      },
    ),
  };
}
