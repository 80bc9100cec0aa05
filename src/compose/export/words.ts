import type { Act } from '../../../domain/contract/shapes.ts';
import type { ActWords } from '../../../domain/workbook/act.ts';
import type { EstimateWords } from '../../../domain/workbook/estimate.ts';
import { m } from '../../messages/messages.ts';

const common = () => ({
  untitled: m.list_untitled(),
  longNumbers: m.export_long_numbers(),
  row: m.column_row(),
  code: m.column_code(),
  name: m.column_name(),
  unit: m.column_unit(),
  quantity: m.column_quantity(),
  labour: m.amount_labour(),
  materials: m.amount_materials(),
  tools: m.amount_tools(),
  total: m.amount_total(),
  localEstimate: m.act_local_estimate(),
  subtotal: m.summary_subtotal(),
  summaryTotal: m.summary_total(),
  totalWithTaxes: m.summary_total_with_taxes(),
});

export const estimateWords = (currency: string): EstimateWords => ({
  ...common(),
  summary: m.summary(),
  unitPrice: m.column_unit_price({ currency }),
  amount: m.column_amount({ currency }),
  percent: '%',
});

export const actWords = ({ number, currency }: Pick<Act, 'number' | 'currency'>): ActWords => ({
  ...common(),
  title: m.export_act_title({ number }),
  contractor: m.export_contractor(),
  client: m.export_client(),
  project: m.project(),
  finished: m.export_finished(),
  status: m.projects_column_status(),
  againstVersion: m.export_estimate_version(),
  signature: m.export_signature(),
  date: m.export_date(),
  cost: m.act_column_cost({ currency }),
  percent: '%',
  estimated: m.act_column_estimated(),
  before: m.act_column_before(),
  now: m.act_column_now(),
  balance: m.act_balance(),
  left: m.act_left_to_do(),
});
