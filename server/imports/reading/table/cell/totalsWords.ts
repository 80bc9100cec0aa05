/** The words of lines below a table: taxes, additional costs, and lines for information only. */
import type { Component } from '../../../../../domain/amounts.ts';
import { normalized, oneOf } from './words.ts';

const starting = (words: string) => new RegExp(`^(\\d+ )*(${words})(?=$|\\s|\\d)`, 'u');

const TAX = oneOf(
  String.raw`(?<!social\p{L}* )nodokl\p{L}*|pvn|pievienotas vertibas nodoklis|ндс|пдв|vat|gst|sales tax|value added tax|mwst|mehrwertsteuer|umsatzsteuer|ust|iva|igic|tva|podatek vat|ptu|pvm|kaibemaks|km|alv|moms|mva|btw|omzetbelasting|dph|pdv|ddv|vsk|virðisaukaskattur|tax|mokestis|podatek|skatt|налог|податок|impuesto|kdv|ppn|igv|icms|iss|ддс|φπα|afa|ภาษี|ภาษีมูลค่าเพิ่ม`,
);
const OF_WHICH = starting(
  `t sk|tai skaita|tostarp|в том числе|том числе|т ч|тч|в т ч|у тому числі|incl|including|of which|davon|darin|hiervon|sendo|din care|dari yang|bunda|bunun|от които|из них|εκ των οποιων|в т числе|dont|de los cuales|w tym|is ju|iš jų|sealhulgas|sh|справочно|всего фот|фот`,
);
const SUMS_UP = starting(
  String.raw`kopa|kopeja\p{L}*|pavisam|tiesas izmaksas|итого|всего|разом|всього|total|totals|grand total|subtotal|sub total|net total|sum|summe|gesamt\p{L}*|zwischensumme|netto\p{L}*|brutto\p{L}*|suma|total general|presupuesto\p{L}*|sous total|montant|razem|ogolem|is viso|viso|kokku|yhteensa|summa|delsum|delsumma|mellansumma|loppusumma|totalt|sammanlagt|i alt|subtotaal|totaal|tussentotaal|eindtotaal|mezisoucet|soucet|totale|celkom|skupaj|samtals|sveukupno|toplam|ara toplam|genel toplam|jumlah|всичко|общо|усього|συνολο|yog|kul yog|ukupno|celkem|costo directo|custo direto|รวม\p{L}*|ยอดรวม\p{L}*`,
);
const WHOLE = oneOf(
  String.raw`pavisam|tiesas izmaksas|kopa|grand total|net total|total|gesamtsumme|gesamt\p{L}*|summe|по смете|всего|итого|total general|total ht|razem|ogolem|is viso|kokku|yhteensa|summa|totalt|sammanlagt|i alt|totaal|toplam|genel toplam|jumlah|всичко|общо|усього|всього|разом|συνολο|γενικο συνολο|yog|kul yog|ukupno|sveukupno|celkem|celkom|skupaj|samtals|costo directo|custo direto|รวมทั้งสิ้น|รวม`,
);
const COST = oneOf(
  String.raw`virsizdevum\p{L}*|pelna\p{L}*|socialais nodoklis|social\p{L}*|sodra|soc dr\p{L}*|darba deveja\p{L}*|transport\p{L}*|neparedzet\p{L}*|накладны\p{L}*|прибыль|зимн\p{L}*|непредвиденн\p{L}*|транспортн\p{L}*|резерв|overhead\p{L}*|oh|profit|contingenc\p{L}*|preliminar\p{L}*|margin|insurance|discount|markup|zuschlag|aufschlag|nachlass|rabatt|skonto|gewinn|wagnis|gemeinkosten|baustellen\p{L}*|gastos generales|beneficio\p{L}*|baja|imprevistos|frais\p{L}*|benefice|aleas|remise|rabais|koszty\p{L}*|zysk|narzut\p{L}*|pridetines\p{L}*|pelnas|pelno|uldkulu\p{L}*|kasum|reserv\p{L}*|premium|tender premium|overheads|surcharge|rebate|deduction|biaya umum|keuntungan|jasa kontraktor|cheltuieli indirecte|cheltuieli\p{L}*|profit|diverse|bdi|utilidad\p{L}*|gastos\p{L}*|gastos indirectos|imprevistos|administracion|genel gider\p{L}*|kar|непередбачен\p{L}*|прибуток|адміністративн\p{L}*|печалба|непредвиден\p{L}*|ak|algemene kosten|winst\p{L}*|risico|korting|toeslag\p{L}*|opslag\p{L}*|paslag\p{L}*|oforutset\p{L}*|uforutsett\p{L}*|uforudset\p{L}*|vinst|fortjeneste|avance|yleiskulu\p{L}*|alennus|rezie|rezijni|prirazka|sleva|zisk|rezerv\p{L}*|atlaide\p{L}*|nuolaida|nenumatyt\p{L}*|allahindlus|ettenagemat\p{L}*|upust|kedvezmeny|знижка|скидка|наценка|bonds?|insurances?|fees?|escalation|загальновиробнич\p{L}*|накладн\p{L}* витрат\p{L}*|γε|οε|απροβλεπτα|ค่าดำเนินการ|กำไร\p{L}*`,
);
const DISCOUNT = oneOf(
  String.raw`discount|nachlass|rabatt|skonto|baja|remise|rabais|rebate|deduction|korting|alennus|sleva|atlaide\p{L}*|nuolaida|allahindlus|upust|kedvezmeny|знижка|скидка`,
);
const BASES: Readonly<Record<Component, RegExp>> = {
  labour: oneOf(
    String.raw`darba deveja\p{L}*|social\p{L}*|darba alg\p{L}*|darba samaks\p{L}*|оплат\p{L}* труда|фот|соц\p{L}*|labour|labor|lohn\p{L}*|mano de obra|main d œuvre|robocizn\p{L}*|darbo uzmok\p{L}*|sodra|tooj\p{L}*`,
  ),
  materials: oneOf(
    String.raw`material\p{L}*|буд\p{L}* матер\p{L}*|материал\p{L}*|buvizstradajum\p{L}*|buvgruz\p{L}*|fournitures|stoff\p{L}*|medziag\p{L}*|materjal\p{L}*`,
  ),
  tools: oneOf(String.raw`mehanism\p{L}*|механизм\p{L}*|машин\p{L}*|equipment|plant|gerat\p{L}*|maquinaria|sprzet\p{L}*`),
};

const SETTLES =
  /(?<=^|\s)(advance\p{L}*|deposit\p{L}*|paid|payments?|prepa\p{L}*|balance|previous\p{L}*|retention|round\p{L}*|acompte\p{L}*|arrondi\p{L}*|anzahlung\p{L}*|abschlag\p{L}*|bezahlt|gezahlt|rundung|anticipo\p{L}*|redonde\p{L}*|retencion|acconto|arrotondamento|adiantamento|arredondamento|zaliczk\p{L}*|zaokragl\p{L}*|avans\p{L}*|avanss|noapalo\p{L}*|аванс\p{L}*|оплачен\p{L}*|предоплат\p{L}*|задолжен\p{L}*|округлен\p{L}*|pesin|uang muka|pembulatan)(?=$|\s)/u;

/** "I.V.A." is IVA. */
const withoutPoints = (text: string) => text.replace(/(?<=(?:^|\s)(?:\p{L} )*\p{L}) (?=\p{L}(?:\s|$))/gu, '');

export const saysTax = (label: string): boolean => TAX.test(withoutPoints(normalized(label))) && !SUMS_UP.test(normalized(label));
/** Payments, balances and roundings settle an account and are no costs of the works. */
export const settles = (label: string): boolean => SETTLES.test(normalized(label));
export const saysOfWhich = (label: string): boolean => OF_WHICH.test(normalized(label));
export const sumsUp = (label: string): boolean => SUMS_UP.test(normalized(label));
export const saysCost = (label: string): boolean => COST.test(normalized(label));
export const saysDiscount = (label: string): boolean => DISCOUNT.test(normalized(label));
/** Whether the words claim everything above, not only a section. */
export const saysWhole = (label: string): boolean => WHOLE.test(normalized(label).replace(/\d+/g, ' '));

/** The component a percent line's words say it is computed on. */
export const baseNamed = (label: string): Component | null =>
  (['labour', 'materials', 'tools'] as const).find((component) => BASES[component].test(normalized(label))) ?? null;

const PARTS = oneOf(String.raw`марж\p{L}*|margin|зарплат\p{L}*|часов|hours|прямые|накладные|прибыль`);

/** Whether a total's words claim a part of each row only: its materials, the margin. */
export const namesAPart = (label: string): boolean => baseNamed(label) !== null || PARTS.test(normalized(label));

const WITH_TAX =
  /(?<!\p{L})(ar pvn|incl\w*\.? (?:vat|gst|tax)|with (?:vat|tax)|[сc] ндс|з пдв|brutto|gross|t\.?t\.?c|con i\.?v\.?a|c\/ ?iva|inkl\.? (?:mwst|ust|moms)|z vat|su pvm|km-ga|sis\.? alv|s dph|[sz]a? pdv|cu tva|incl\.? btw|kdv dahil)(?!\p{L})/iu;

/** Whether a column's header says that its prices or amounts include the tax. */
export const saysWithTax = (header: string): boolean => WITH_TAX.test(header);
