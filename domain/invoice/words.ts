/** The words of an invoice, in the language it was requested in. */
import { dayFormOf, writtenDay } from '../dayForms.ts';
import { decimalMarkOf, type Language } from '../languages.ts';

export interface InvoiceWords {
  /** The decimal mark of amounts in sentences. */
  readonly mark: '.' | ',';
  readonly work: string;
  readonly list: string;
  readonly additional: string;
  readonly kept: string;
  readonly released: string;
  readonly release: string;
  readonly recovered: string;
  readonly advance: string;
  readonly reverseCharge: string;
  readonly taxedWithWork: string;
  readonly certificate: (number: string) => string;
  /** The day is 2026-11-30. */
  readonly payBy: (day: string, days: number) => string;
  readonly keptToDate: (toDate: string, now: string | null) => string;
  readonly setOff: (now: string) => string;
  readonly owed: (amount: string) => string;
  readonly revaluation: (from: number, into: number) => string;
  readonly takenBack: (version: number) => string;
  readonly certifiedAgain: (version: number) => string;
}

export const INVOICE_WORDS: Readonly<Record<Language, InvoiceWords>> = {
  en: {
    mark: decimalMarkOf('en'),
    work: 'Work',
    list: 'List',
    additional: 'Additional cost',
    kept: 'Retention',
    released: 'Release of retention',
    release: 'Release of retention',
    recovered: 'Advance set off',
    advance: 'Advance payment',
    reverseCharge: 'Reverse charge',
    taxedWithWork: 'Taxes were charged with the work.',
    certificate: (number) => `Payment certificate ${number}`,
    payBy: (day, days) => `Payable within ${days} ${days === 1 ? 'day' : 'days'}, by ${day}.`,
    keptToDate: (toDate, now) =>
      `Retention kept to date: ${toDate}${now === null ? '' : `, by this invoice: ${now}`}. It is payable when released.`,
    setOff: (now) => `Of the advance payment ${now} is set off.`,
    owed: (amount) => `The amount due is negative: the seller owes the buyer ${amount}.`,
    revaluation: (from, into) => `Work invoiced before: change from version ${from} to version ${into}`,
    takenBack: (version) => `Work invoiced before as version ${version} had it, taken back`,
    certifiedAgain: (version) => `The same work as version ${version} has it`,
  },
  lv: {
    mark: decimalMarkOf('lv'),
    work: 'Darbi',
    list: 'Lokālā tāme',
    additional: 'Papildu izmaksas',
    kept: 'Ieturējums',
    released: 'Ieturējuma atmaksa',
    release: 'Ieturējuma atmaksa',
    recovered: 'Dzēstais avanss',
    advance: 'Avansa maksājums',
    reverseCharge: 'Nodokļa apgrieztā maksāšana',
    taxedWithWork: 'Nodokļi ir aprēķināti kopā ar darbiem.',
    certificate: (number) => `Maksājuma apliecinājums ${number}`,
    payBy: (day, days) => `Apmaksāt līdz ${writtenDay(day, dayFormOf('lv'))} (dienu skaits: ${days}).`,
    keptToDate: (toDate, now) =>
      `Ieturēts līdz šim: ${toDate}${now === null ? '' : `, ar šo rēķinu: ${now}`}. Tas maksājams, kad ieturējumu atmaksā.`,
    setOff: (now) => `No avansa maksājuma dzēsts ${now}.`,
    owed: (amount) => `Maksājamā summa ir negatīva: pārdevējs ir parādā pircējam ${amount}.`,
    revaluation: (from, into) => `Iepriekš rēķinā iekļautie darbi: pāreja no ${from}. versijas uz ${into}. versiju`,
    takenBack: (version) => `Iepriekš rēķinā iekļautie darbi pēc ${version}. versijas, atsaukti`,
    certifiedAgain: (version) => `Tie paši darbi pēc ${version}. versijas`,
  },
  de: {
    mark: decimalMarkOf('de'),
    work: 'Leistungen',
    list: 'Liste',
    additional: 'Zuschlag',
    kept: 'Sicherheitseinbehalt',
    released: 'Freigabe des Einbehalts',
    release: 'Freigabe des Einbehalts',
    recovered: 'Verrechnete Vorauszahlung',
    advance: 'Vorauszahlung',
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',
    taxedWithWork: 'Die Steuern wurden mit den Leistungen berechnet.',
    certificate: (number) => `Zahlungsbescheinigung ${number}`,
    payBy: (day, days) => `Zahlbar bis ${writtenDay(day, dayFormOf('de'))} (Zahlungsfrist: ${days} ${days === 1 ? 'Tag' : 'Tage'}).`,
    keptToDate: (toDate, now) =>
      `Sicherheitseinbehalt bisher: ${toDate}${now === null ? '' : `, mit dieser Rechnung: ${now}`}. Er ist bei Freigabe zahlbar.`,
    setOff: (now) => `Von der Vorauszahlung werden ${now} verrechnet.`,
    owed: (amount) => `Der Zahlbetrag ist negativ: Der Verkäufer schuldet dem Käufer ${amount}.`,
    revaluation: (from, into) => `Früher berechnete Leistungen: Wechsel von Version ${from} auf Version ${into}`,
    takenBack: (version) => `Früher berechnete Leistungen nach Version ${version}, zurückgenommen`,
    certifiedAgain: (version) => `Dieselben Leistungen nach Version ${version}`,
  },
};
