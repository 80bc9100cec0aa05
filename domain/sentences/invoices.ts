/** Sentences about e-invoices: missing details and broken rules, with the place to correct them. */
import { sentence } from './sentence.ts';

export const notVatId = sentence('invoice_not_vat_id', 'This is not a VAT number: it begins with the country, such as LV49999999000');
export const notIban = sentence('invoice_not_iban', 'This is not an IBAN: its check digits do not fit');
export const notBic = sentence('invoice_not_bic', 'This is not a BIC: it has 8 or 11 letters and digits');
export const notCountry = sentence('invoice_not_country', 'Choose a country by its two letters, such as LV');
export const notEndpoint = sentence(
  'invoice_not_endpoint',
  'Enter an email address, or a number after the four digits of its scheme, such as 0088:4012345000009',
);
export const notPaymentDays = sentence('invoice_not_payment_days', 'Enter a whole number of days from 0 to 365');

export const taxByComponent = sentence(
  'invoice_tax_by_component',
  '{tax} has a percent for each component. An e-invoice needs one percent of the total: change the tax in the summary of the estimate',
);
export const taxesSeveral = sentence(
  'invoice_taxes_several',
  '{tax} and {other} are both charged on the same total. An e-invoice has one VAT on it: leave one tax in the summary of the estimate',
);
export const taxNegative = sentence(
  'invoice_tax_negative',
  '{tax} is below 0. An e-invoice has no negative VAT: change the tax in the summary of the estimate',
);
export const untaxedUnsaid = sentence('invoice_untaxed_unsaid', 'No tax is charged. Choose why: zero rated, exempt or reverse charge');
export const exemptUnsaid = sentence('invoice_exempt_unsaid', 'Say why no tax is charged, for example which section of the law applies');
export const taxesMoved = sentence(
  'invoice_taxes_moved',
  'The taxes of the certificate differ by {difference} from the rate on what it invoices, which is more than rounding. The terms have changed how taxes are charged, and an e-invoice cannot state that',
);
export const notLastType = sentence('invoice_not_last', 'Only the last certificate of a contract can be its final invoice');

export const sellerVatMissing = sentence('invoice_seller_vat_missing', 'Enter the company’s VAT number in the team’s settings');
export const sellerIdMissing = sentence(
  'invoice_seller_id_missing',
  'Enter the company’s registration or VAT number in the team’s settings',
);
export const sellerNameMissing = sentence('invoice_seller_name_missing', 'Give the team a name in its settings');
export const sellerAddressMissing = sentence(
  'invoice_seller_address_missing',
  'Enter the company’s city, post code and country in the team’s settings',
);
export const sellerEndpointMissing = sentence(
  'invoice_seller_endpoint_missing',
  'Enter the company’s electronic address in the team’s settings',
);
export const daysMissing = sentence('invoice_days_missing', 'Enter the days for payment in the team’s settings');
export const ibanMissing = sentence('invoice_iban_missing', 'Enter the company’s IBAN in the team’s settings');
export const buyerNameMissing = sentence('invoice_buyer_name_missing', 'Enter the client’s name in the project');
export const buyerAddressMissing = sentence(
  'invoice_buyer_address_missing',
  'Enter the client’s city, post code and country in the project',
);
export const buyerEndpointMissing = sentence('invoice_buyer_endpoint_missing', 'Enter the client’s electronic address in the project');
export const buyerVatMissing = sentence(
  'invoice_buyer_vat_missing',
  'With reverse charge the client’s VAT number is needed: enter it in the project',
);
export const currencyMissing = sentence('invoice_currency_missing', 'Choose the currency of the project in its settings');
export const ruleBroken = sentence(
  'invoice_rule_broken',
  'The invoice would break the rule {rule} of EN 16931. That is an error in Actum, and it has been logged',
);
export const invoiceBroken = sentence('invoice_broken', 'The e-invoice cannot be made yet');
