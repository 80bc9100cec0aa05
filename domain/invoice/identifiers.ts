/**
 * Whether a text can be an identifier on an invoice, so that an error is shown at the field and not found by the recipient of the invoice.
 */

/**
 * A text as the file can hold it: characters that XML does not allow become blanks. An & that looks like the start of an entity gets a blank after it,
 * because the library would read it as one.
 */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replace(/&(?=#?\w+;)/g, '& ')
    .trim();

/** ISO 3166-1 alpha-2, and XI, which VAT knows for Northern Ireland (BR-CL-14). */
export const COUNTRIES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO ' +
  'CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR ' +
  'HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN ' +
  'MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD ' +
  'SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI ' +
  'YE YT ZA ZM ZW'
).split(' ');

export const isCountry = (code: string): boolean => COUNTRIES.includes(code);

/** Identifiers in the form in which they are stored and sent: without blanks and dots, in capitals. */
export const plainCode = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase();

/** Whether a text has the shape of a VAT number with its country (BR-CO-09); Greece is EL there. */
export const isVatShape = (plain: string): boolean =>
  /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(plain) && /\d/.test(plain) && (plain.startsWith('EL') || isCountry(plain.slice(0, 2)));

/** ISO 13616: two check digits, so that the whole is 1 modulo 97. */
export function isIban(plain: string): boolean {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(plain) || !isCountry(plain.slice(0, 2))) return false;
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** ISO 9362. */
export const isBic = (plain: string): boolean => /^[A-Z]{4}[A-Z]{2}[0-9A-Z]{2}([0-9A-Z]{3})?$/.test(plain) && isCountry(plain.slice(4, 6));

/** Schemes of electronic addresses (EAS) that are numbers. Only their shape is checked, because the norm's list grows. */
const NUMBERED = /^([09]\d{3}):(\S{1,50})$/;
const EMAIL = /^[^\s@:]+@[^\s@]+\.[^\s@]+$/;
/** RFC 5321. */
const LONGEST_EMAIL = 254;

/**
 * An electronic address as people type it: an email address, or `0088:4711…` with its scheme. Null for anything else, and for what a file cannot hold
 * unchanged: with another character it would be another address.
 */
export function endpointOf(text: string): { readonly endpoint: string; readonly endpointScheme: string } | null {
  if (plain(text) !== text) return null;
  if (text.length <= LONGEST_EMAIL && EMAIL.test(text)) return { endpoint: text, endpointScheme: 'EM' };
  const [, endpointScheme, endpoint] = NUMBERED.exec(text) ?? [];
  return endpointScheme === undefined || endpoint === undefined ? null : { endpoint, endpointScheme };
}
