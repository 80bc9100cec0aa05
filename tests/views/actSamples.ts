import type { ActSummary, Progress, PublicAct } from '../../domain/api/shapes.ts';

const amounts = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });
/** A row half done, partly before and partly in this act. */
export const HALF: Progress = {
  estimated_cost: amounts('100.00'),
  completed_before: amounts('20.00'),
  completed_now: amounts('30.00'),
  balance: amounts('50.00'),
  left_to_do: amounts('50.00'),
  completed_before_total: '20.00',
  completed_now_total: '30.00',
  balance_total: '50.00',
  left_to_do_total: '50.00',
};
export const SUMMARY: ActSummary = {
  costs: [{ id: 4, order: 1, title: 'Roof', ...HALF }],
  subtotal: HALF,
  additional: [],
  total: HALF,
  taxes: [],
  total_with_taxes: HALF,
};
export const ABOUT: PublicAct = {
  act: { id: 7, number: '2', finish_date: null, price: '30.00', status_id: 1 },
  carried: [],
  may_answer: false,
  revision: 1,
  answer: null,
  status: { id: 1, name: 'Draft', code: 'draft', order: 1, color: '#9fa6b3' },
  project_name: 'Alder Street 5',
  team_name: 'North',
  currency: '€',
  company: { name: 'North', address: '', registration: '', logo: null },
  client: { name: '', address: '', registration: '', contract_number: '', contract_date: null },
};
