import type { CertificateSheet } from '../../../domain/api/certificateShapes.ts';
import type { Company, Parties } from '../../../domain/api/parties.ts';
import type { Act, ActSummary } from '../../../domain/api/shapes.ts';
import { CAUSES, COLUMNS, type Column } from '../../../domain/contractFigures.ts';
import { contractToDate } from '../../../domain/contractToDate.ts';
import type { ActWords, ExportedAct } from '../../../domain/workbook/act.ts';
import type { CertificateWords } from '../../../domain/workbook/certificate.ts';
import type { ContractWords } from '../../../domain/workbook/contract.ts';
import type { EstimateWords } from '../../../domain/workbook/estimate.ts';
import type { PartyTexts } from '../../../domain/workbook/parties.ts';
import { m } from '../../messages/messages.ts';
import { beforeNote } from '../../views/act/beforeNote.ts';
import { COLUMN_NAMES } from '../../views/contract/names.ts';
import { contractLine } from '../../views/paper/parties.ts';

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
  contractor: m.export_contractor(),
  client: m.export_client(),
});

const details = ({ address, registration }: Pick<Company, 'address' | 'registration'>) =>
  [...address.split(/\s*\n\s*/), registration === '' ? '' : m.paper_registration({ number: registration })]
    .filter((part) => part !== '')
    .join(', ');

export const partyTexts = ({ company, client }: Parties): PartyTexts => ({
  contractor: { name: company.name, details: details(company) },
  client: { name: client.name, details: details(client) },
  contract: contractLine(client) ?? '',
});

export const estimateWords = (currency: string): EstimateWords => ({
  ...common(),
  summary: m.summary(),
  ofWhichExtra: m.export_of_which_extra(),
  unitPrice: m.column_unit_price({ currency }),
  amount: m.column_amount({ currency }),
  percent: '%',
});

/** The work of a contract over several versions, in the words of the act's screen. */
export function wholeOf({ carried, currency }: Pick<Act, 'carried' | 'currency'>, summary: ActSummary): Pick<ExportedAct, 'whole'> {
  const whole = contractToDate(carried, summary.total_with_taxes.balance.total);
  const number = carried.at(-1)?.into.number ?? 0;
  if (whole === null) return {};
  const line = (label: string, amount: string, isTotal = false) => ({ label, amount, isTotal });
  const total = line(m.whole_to_date(), whole.toDate, true);
  return {
    whole: {
      title: m.whole_contract({ currency }),
      lines: [
        line(m.whole_balance({ number }), whole.balance),
        ...whole.settled.map(({ from, amount }) => line(m.whole_settled({ number: from.number }), amount)),
        total,
        ...whole.done.flatMap(({ from, amount, revaluation }) => [
          line(m.whole_done({ number: from.number }), amount),
          line(`${m.carry_revaluation()}: ${m.whole_revaluation_means({ number: from.number })}`, revaluation),
        ]),
        line(m.whole_since({ number }), whole.doneSince),
        total,
      ],
    },
  };
}

export const actWords = ({ number, currency, carried }: Pick<Act, 'number' | 'currency' | 'carried'>, summary: ActSummary): ActWords => ({
  ...common(),
  title: m.export_act_title({ number }),
  project: m.project(),
  finished: m.export_finished(),
  status: m.projects_column_status(),
  againstVersion: m.export_estimate_version(),
  signature: m.export_signature(),
  answeredBy: m.answer_by(),
  recordedBy: m.answer_recorded_by(),
  claimed: m.answer_claimed(),
  certified: m.answer_certified(),
  difference: m.answer_difference(),
  reason: m.answer_reason(),
  reasons: {
    not_done: m.answer_reason_not_done(),
    measured: m.answer_reason_measured(),
    defective: m.answer_reason_defective(),
    not_in_contract: m.answer_reason_not_in_contract(),
    other: m.answer_reason_other(),
  },
  date: m.export_date(),
  cost: m.act_column_cost({ currency }),
  percent: '%',
  estimated: m.act_column_estimated(),
  extras: m.extras(),
  before: [m.act_column_before(), beforeNote(carried, summary) ?? ''].join(' ').trim(),
  now: m.act_column_now(),
  balance: m.act_balance(),
  left: m.act_left_to_do(),
});

type CertificateNamed = Pick<CertificateSheet, 'number' | 'version' | 'carried' | 'revaluation'>;
export const certificateWords = ({ number, version, carried = [], revaluation }: CertificateNamed): CertificateWords => ({
  ...common(),
  title: m.history_certificate({ number }),
  byList: m.export_work_by_list(),
  project: m.project(),
  date: m.export_date(),
  act: m.act(),
  line: m.export_line(),
  amount: m.amount_total(),
  explained: m.export_how(),
  terms: m.history_terms(),
  retention: m.export_retention(),
  limit: m.export_retention_limit(),
  released: m.export_released(),
  advance: m.export_advance(),
  recoveredAt: m.export_recovered_at(),
  recoveredFrom: m.export_recovered_from(),
  contract: m.export_contract(),
  before: m.act_column_before(),
  now: m.act_column_now(),
  toDate: m.act_balance(),
  left: m.act_left_to_do(),
  total: m.summary_total(),
  signature: m.export_signature(),
  settledFrom: carried.map(({ from }) => m.certificate_settled({ number: from.number })),
  revaluation: revaluation === undefined ? '' : m.certificate_revaluation({ from: revaluation.from.number, into: version.number }),
  taxPart: { settled: m.certificate_tax_settled(), revaluation: m.certificate_tax_revaluation() },
});

export const contractWords = (currency: string): ContractWords => ({
  ...common(),
  title: m.contract_title(),
  byVersion: m.contract_versions(),
  project: m.project(),
  unitPrice: m.column_unit_price({ currency }),
  columns: Object.fromEntries(
    COLUMNS.map((column) => [
      column,
      CAUSES.some((cause) => cause === column) ? m.contract_change_by({ cause: COLUMN_NAMES[column]() }) : COLUMN_NAMES[column](),
    ]),
  ) as Record<Column, string>,
  version: m.export_estimate_version(),
  estimated: m.contract_estimated(),
  claimed: m.contract_claimed(),
  settledThen: m.contract_settled_then(),
  revaluedThen: m.contract_revalued_then(),
  total: m.summary_total(),
});
