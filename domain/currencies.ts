/** The currencies of ISO 4217 that are money in use, by their codes; funds, metals and test codes are left out. */
export const CURRENCY_CODES = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK ' +
  'DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF ' +
  'KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
  'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX ' +
  'USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
).split(' ');

/** Signs that mean one currency and no other; the rest is written by its code. */
const SIGNS: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  RUB: '₽',
  UAH: '₴',
  TRY: '₺',
  PLN: 'zł',
  CZK: 'Kč',
  HUF: 'Ft',
  ILS: '₪',
  KZT: '₸',
  GEL: '₾',
  KRW: '₩',
  VND: '₫',
  THB: '฿',
  NGN: '₦',
  PHP: '₱',
  BRL: 'R$',
};

/** How a currency is written beside an amount: its sign, or its code where it has none of its own. */
export const signOf = (code: string): string => SIGNS[code] ?? code;

/** The currency a sign means; null for any other sign, such as one a person made up. */
export const codeOfSign = (sign: string): string | null => CURRENCY_CODES.find((code) => signOf(code) === sign) ?? null;

/** Words for currencies in the headings of estimates; a sign of one letter or a plain word counts only as a whole word. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/€|\bEUR\b|\beiro\b|\beuros?\b/i, 'EUR'],
  [/₽|\bRUB\b|(?:^|[^\p{L}])руб(?:\.|л|(?![\p{L}]))/iu, 'RUB'],
  [/₴|\bUAH\b|(?:^|[^\p{L}])грн(?![\p{L}])/iu, 'UAH'],
  [/₸|\bKZT\b|(?:^|[^\p{L}])тенге(?![\p{L}])/iu, 'KZT'],
  [/\bPLN\b|(?:^|[^\p{L}])zł(?![\p{L}])/iu, 'PLN'],
  [/\bCZK\b|(?:^|[^\p{L}])Kč(?![\p{L}])/u, 'CZK'],
  [/£|\bGBP\b/, 'GBP'],
  [/₹|\bINR\b|(?:^|[^\p{L}])Rs\.?(?![\p{L}])/u, 'INR'],
  [/₪|\bILS\b|\bNIS\b|(?:^|[^\p{L}])ש"ח(?![\p{L}])/u, 'ILS'],
  [/฿|\bTHB\b|(?:^|[^\p{L}])บาท/u, 'THB'],
  [/\bNPR\b/, 'NPR'],
  [/\bMYR\b|\bRM\b/, 'MYR'],
  [/R\$|\bBRL\b/, 'BRL'],
  [/\bPEN\b|\bS\/\.?/, 'PEN'],
  [/\bCHF\b/, 'CHF'],
  [/\bUSD\b|US\$/, 'USD'],
];

/**
 * The one currency that texts of a file name, such as its headings; null when they name none, or several. Any code of the list counts at the end of
 * a heading, after a comma or in brackets: many codes are English words.
 */
export function currencyNamed(texts: readonly string[]): string | null {
  const codes = new Set<string>();
  for (const text of texts) {
    for (const [word, code] of WORDS) if (word.test(text)) codes.add(code);
    const [, last] = /[,([/]\s*([A-Z]{3})[\])]?\s*$/.exec(text) ?? [];
    if (last !== undefined && CURRENCY_CODES.includes(last)) codes.add(last);
  }
  const [only] = codes;
  return codes.size === 1 && only !== undefined ? only : null;
}

/**
 * The currencies written beside amounts, by their codes, in order of appearance. A "$" is kept as it is when no text says which dollar it is; other
 * words are ignored.
 */
export function currenciesWritten(texts: Iterable<string>): readonly string[] {
  const codes = new Set<string>();
  for (const text of texts) {
    const named = WORDS.filter(([word]) => word.test(text)).map(([, code]) => code);
    const code = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(text)?.[0];
    if (named.length > 0) for (const each of named) codes.add(each);
    else if (code !== undefined && CURRENCY_CODES.includes(code)) codes.add(code);
    else if (text.includes('$')) codes.add('$');
  }
  if (DOLLARS.some((code) => codes.has(code))) codes.delete('$');
  return [...codes];
}
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'CLP', 'COP', 'ARS', 'BRL'];
