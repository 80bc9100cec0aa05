/** The lines of a payment sheet, and how each figure comes about. */
import { saying } from './sentence.ts';

export const withTaxes = saying('line_with_taxes', 'with taxes');
export const withoutTaxes = saying('line_without_taxes', 'without taxes');

export const originalLine = saying('line_original', 'Original contract, {taxes}');
export const versionLine = saying('line_version', 'Version {number} as agreed, {taxes}');
export const extrasLine = saying('line_extras', 'Approved extras');
export const settledLine = saying('line_settled', 'Settled from version {number}, {taxes}');
export const contractLine = saying('line_contract', 'Contract, {taxes}');
export const netLine = saying('line_net', 'Work without taxes');
export const workTaxLine = saying('line_work_tax', '{name} on the work');
export const workLine = saying('line_work', 'Work completed to date, {taxes}');
export const revaluationLine = saying('line_revaluation', 'Of which, from the change from version {from} to {into}');
export const pendingLine = saying('line_revaluation_pending', 'To come, from the change from version {from} to {into}');
export const keptLine = saying('line_kept', 'Kept back');
export const afterKeptLine = saying('line_after_kept', 'Work to date less retention');
export const advanceLine = saying('line_advance', 'Advance paid');
export const recoveredLine = saying('line_recovered', 'Advance recovered');
export const paymentLine = saying('line_payment', 'Payment to date, without taxes');
export const paymentTaxLine = saying('line_payment_tax', '{name} on the payment');
export const payableLine = saying('line_payable', 'Payable to date');
export const beforeLine = saying('line_before', 'Less amounts due before');
export const dueLine = saying('line_due', 'Due now');
export const balanceLine = saying('line_balance', 'Balance to finish, including retention');

/** Two explanations of one figure. */
export const andThen = saying('explained_and', '{first}; {then}');
export const sumOf = saying('explained_sum', '{base} + {plus} = {gives}');
export const differenceOf = saying('explained_difference', '{base} − {less} = {gives}');
export const taxedContract = saying('explained_taxed', '{base} + {plus} of taxes = {gives}');
export const untaxed = saying('explained_untaxed', 'The total of the estimate; taxes come with the payment');
export const noExtras = saying('explained_no_extras', 'None have been approved');
export const someExtras = saying(
  'explained_extras',
  'Approved for {count} rows: the contract with them less the contract without',
  'Approved for {count} row: the contract with it less the contract without',
);
export const settled = saying('explained_settled', 'Work done under version {number} that later versions have no row for: a fixed amount');
export const settledAgreed = saying('explained_settled_agreed', 'The version, its extras and what was settled before');
export const asAgreed = saying('explained_as_agreed', 'The original contract and its extras');
export const beforeAndNow = saying('explained_before_now', '{base} before + {plus} now = {gives}');
export const revaluedAndNow = saying('explained_revalued_now', '{base} before + {moved} by the change of version + {plus} now = {gives}');
export const revalued = saying(
  'explained_revalued',
  'Work certified before was worth {base} and is worth {gives} at the prices of version {into}',
);
export const revaluedNext = saying(
  'explained_revalued_next',
  'Work certified so far is worth {gives} at the prices of version {into}, and {base} was certified. The certificate of the next act includes the difference',
);
export const earlierTax = saying('explained_earlier_tax', 'A tax of an earlier version, on the work that was settled there');
export const taxAndSettled = saying('explained_tax_settled', '{rate} % of {base} = {gives}, and {plus} for what was settled before');
export const taxAsCertified = saying('explained_tax_certified', 'As certified before');
export const taxOfPayment = saying(
  'explained_tax_payment',
  '{rate} % of {base} = {gives}, and {plus} because work of earlier versions was taxed separately',
);
export const shareOf = saying('explained_share', '{rate} % of {base} = {gives}');
export const shareUpTo = saying('explained_share_up_to', '{rate} % of {base} = {gives}, limit {limit}');
export const shareUpToShare = saying(
  'explained_share_up_to_share',
  '{rate} % of {base} = {gives}, limit {percent} % of the contract = {limit}',
);
export const byComponents = saying('explained_by_components', 'By its percents of labour, materials and tools, as in the estimate');
export const noLessThan = saying('explained_no_less', 'never less than {floor}');
export const lessReleased = saying('explained_less_released', '{base} − {less} released = {gives}');
export const nothingKept = saying('explained_nothing_kept', 'The terms keep nothing back');
export const advancePaid = saying('explained_advance_paid', 'The whole advance, as a certificate paid it');
export const advanceUnpaid = saying('explained_advance_unpaid', 'The advance has not been paid yet');
export const noAdvance = saying('explained_no_advance', 'The terms have no advance');
export const shareBeyond = saying('explained_share_beyond', '{rate} % of ({base} − {less}) = {gives}');
export const notBeyond = saying('explained_not_beyond', '{base} of work is no more than {percent} % of the contract, {limit}');
export const mostIsAdvance = saying('explained_most_is_advance', 'at most the advance, {limit}');
export const inProportion = saying('explained_in_proportion', '{plus} on {base} of work, so {gives} on {limit}');
export const noTaxYet = saying('explained_no_tax', 'There is no work to compute the proportion from');
export const sumOfAbove = saying('explained_sum_above', 'The sum of the lines above');
export const dueBefore = saying('explained_due_before', 'The sum of the amounts due on earlier certificates');
export const firstCertificate = saying('explained_first', 'Nothing was due before');
export const owedBack = saying('explained_owed', 'the contractor owes the client {floor}, and the next certificate takes it into account');
export const balanceOf = saying('explained_balance', 'Contract {base} − work less retention {less} = {gives}');
