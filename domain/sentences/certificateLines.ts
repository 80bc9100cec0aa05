/** The lines of a payment sheet, and how each figure comes about. */
import { sentence } from './sentence.ts';

export const withTaxes = sentence('line_with_taxes', 'with taxes');
export const withoutTaxes = sentence('line_without_taxes', 'without taxes');

export const originalLine = sentence('line_original', 'Original contract, {taxes}');
export const versionLine = sentence('line_version', 'Version {number} as agreed, {taxes}');
export const extrasLine = sentence('line_extras', 'Approved extras');
export const settledLine = sentence('line_settled', 'Settled from version {number}, {taxes}');
export const contractLine = sentence('line_contract', 'Contract, {taxes}');
export const netLine = sentence('line_net', 'Work without taxes');
export const workTaxLine = sentence('line_work_tax', '{name} on the work');
export const workLine = sentence('line_work', 'Work completed to date, {taxes}');
export const revaluationLine = sentence('line_revaluation', 'Of which, from the change from version {from} to {into}');
export const pendingLine = sentence('line_revaluation_pending', 'To come, from the change from version {from} to {into}');
export const keptLine = sentence('line_kept', 'Kept back');
export const afterKeptLine = sentence('line_after_kept', 'Work to date less retention');
export const advanceLine = sentence('line_advance', 'Advance paid');
export const recoveredLine = sentence('line_recovered', 'Advance recovered');
export const paymentLine = sentence('line_payment', 'Payment to date, without taxes');
export const paymentTaxLine = sentence('line_payment_tax', '{name} on the payment');
export const payableLine = sentence('line_payable', 'Payable to date');
export const beforeLine = sentence('line_before', 'Less amounts due before');
export const dueLine = sentence('line_due', 'Due now');
export const balanceLine = sentence('line_balance', 'Balance to finish, including retention');

/** Two explanations of one figure. */
export const andThen = sentence('explained_and', '{first}; {then}');
export const sumOf = sentence('explained_sum', '{base} + {plus} = {gives}');
export const differenceOf = sentence('explained_difference', '{base} − {less} = {gives}');
export const taxedContract = sentence('explained_taxed', '{base} + {plus} of taxes = {gives}');
export const untaxed = sentence('explained_untaxed', 'The total of the estimate; taxes come with the payment');
export const noExtras = sentence('explained_no_extras', 'None have been approved');
export const someExtras = sentence(
  'explained_extras',
  'Approved for {count} rows: the contract with them less the contract without',
  'Approved for {count} row: the contract with it less the contract without',
);
export const settled = sentence(
  'explained_settled',
  'Work done under version {number} that later versions have no row for: a fixed amount',
);
export const settledAgreed = sentence('explained_settled_agreed', 'The version, its extras and what was settled before');
export const asAgreed = sentence('explained_as_agreed', 'The original contract and its extras');
export const beforeAndNow = sentence('explained_before_now', '{base} before + {plus} now = {gives}');
export const revaluedAndNow = sentence('explained_revalued_now', '{base} before + {moved} by the change of version + {plus} now = {gives}');
export const revalued = sentence(
  'explained_revalued',
  'Work certified before was worth {base} and is worth {gives} at the prices of version {into}',
);
export const revaluedNext = sentence(
  'explained_revalued_next',
  'Work certified so far is worth {gives} at the prices of version {into}, and {base} was certified. The certificate of the next act includes the difference',
);
export const earlierTax = sentence('explained_earlier_tax', 'A tax of an earlier version, on the work that was settled there');
export const taxAndSettled = sentence('explained_tax_settled', '{rate} % of {base} = {gives}, and {plus} for what was settled before');
export const taxAsCertified = sentence('explained_tax_certified', 'As certified before');
export const taxOfPayment = sentence(
  'explained_tax_payment',
  '{rate} % of {base} = {gives}, and {plus} because work of earlier versions was taxed separately',
);
export const shareOf = sentence('explained_share', '{rate} % of {base} = {gives}');
export const shareUpTo = sentence('explained_share_up_to', '{rate} % of {base} = {gives}, limit {limit}');
export const shareUpToShare = sentence(
  'explained_share_up_to_share',
  '{rate} % of {base} = {gives}, limit {percent} % of the contract = {limit}',
);
export const byComponents = sentence('explained_by_components', 'By its percents of labour, materials and tools, as in the estimate');
export const noLessThan = sentence('explained_no_less', 'never less than {floor}');
export const lessReleased = sentence('explained_less_released', '{base} − {less} released = {gives}');
export const nothingKept = sentence('explained_nothing_kept', 'The terms keep nothing back');
export const advancePaid = sentence('explained_advance_paid', 'The whole advance, as a certificate paid it');
export const advanceUnpaid = sentence('explained_advance_unpaid', 'The advance has not been paid yet');
export const noAdvance = sentence('explained_no_advance', 'The terms have no advance');
export const shareBeyond = sentence('explained_share_beyond', '{rate} % of ({base} − {less}) = {gives}');
export const notBeyond = sentence('explained_not_beyond', '{base} of work is no more than {percent} % of the contract, {limit}');
export const mostIsAdvance = sentence('explained_most_is_advance', 'at most the advance, {limit}');
export const inProportion = sentence('explained_in_proportion', '{plus} on {base} of work, so {gives} on {limit}');
export const noTaxYet = sentence('explained_no_tax', 'There is no work to compute the proportion from');
export const sumOfAbove = sentence('explained_sum_above', 'The sum of the lines above');
export const dueBefore = sentence('explained_due_before', 'The sum of the amounts due on earlier certificates');
export const firstCertificate = sentence('explained_first', 'Nothing was due before');
export const owedBack = sentence(
  'explained_owed',
  'the contractor owes the client {floor}, and the next certificate takes it into account',
);
export const balanceOf = sentence('explained_balance', 'Contract {base} − work less retention {less} = {gives}');
