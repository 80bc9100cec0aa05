import type { Column, ContractKind } from '../../../domain/contractFigures.ts';
import { m } from '../../messages/messages.ts';

export const COLUMN_NAMES: Readonly<Record<Column, () => string>> = {
  original: m.contract_original,
  extras: m.contract_extras,
  quantity: m.contract_quantity,
  price: m.contract_price,
  added: m.contract_added,
  gone: m.contract_gone,
  now: m.contract_now,
  settled: m.contract_settled,
  to_date: m.contract_to_date,
  left: m.contract_left,
  revaluation: m.contract_revaluation,
};

/** The names of kinds of change, as filters. */
export const KIND_NAMES: Readonly<Record<ContractKind, () => string>> = {
  changed: m.contract_changed,
  quantity: m.contract_quantity,
  price: m.contract_price,
  added: m.contract_added,
  gone: m.contract_gone,
  extras: m.contract_extras,
  settled: m.contract_settled,
  revalued: m.contract_revaluation,
};
