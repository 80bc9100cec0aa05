import type { VersionSummary } from '../../domain/api/shapes.ts';
import type { ProjectWithVersions } from '../../src/views/project/needs.ts';

const created_at = '2026-01-01T00:00:00.000Z';
const amounts = { labour: '1.00', materials: '2.00', tools: '3.00', total: '6.00' };

/** An estimate with one list. */
export const SUMMARY: VersionSummary = {
  costs: [{ id: 12, order: 1, title: 'Roads', ...amounts }],
  subtotal: amounts,
  additional: [],
  total: amounts,
  taxes: [],
  total_with_taxes: amounts,
  version_id: 3,
  project_id: 5,
  frozen: false,
};
/** Its project, which has no other version. */
export const ABOUT: ProjectWithVersions = {
  project: {
    id: 5,
    name: 'Yard',
    status: 'available',
    currency: 'EUR',
    currency_code: 'EUR',
    version_count: 1,
    act_count: 0,
    team_id: 1,
    created_at,
    updated_at: created_at,
    last_version_id: 3,
    total_with_taxes: '6.00',
    claimed: '0.00',
    contract_sum: '0.00',
    separate: [],
    limit: null,
  },
  versions: [
    {
      ...{ id: 3, number: 1, name: '', created_at, price: '6.00', acts: [] },
      ...{ contract_id: 3, carried_from: null, carried_on_by: null, is_separate: false, extras: '0.00', settled: '0.00', claimed: '0.00' },
    },
  ],
};

/** A percent line without percents, with these figures. */
export const lineWith = <Figures extends object>(id: number, name: string, figures: Figures) => ({
  ...{
    id,
    name,
    order: id,
    updated_at: '2026-01-01T00:00:00.000Z',
    revision: 1,
    percent_total: null,
    percent_labour: null,
    percent_materials: null,
    percent_tools: null,
  },
  ...figures,
});
