/** The words estimates use, by what they mean. Phrases are in the form `normalized` gives; a final * matches any ending. */

export type Concept =
  | 'name'
  | 'unit'
  | 'quantity'
  | 'code'
  /** A running number, used as the code when the table has no better column. */
  | 'number'
  | 'labour'
  | 'materials'
  | 'tools'
  /** Says "price of one unit" outright. */
  | 'unitPrice'
  /** A price, of one unit unless its group says otherwise. */
  | 'price'
  /** Says "amount of the row" outright. */
  | 'amount'
  /** A total of its group's content. */
  | 'sum'
  /** Progress, purchase and other figures that are not the estimate. */
  | 'elsewhere';

const WORDS: Readonly<Record<Concept, string>> = {
  name: `name, task, darba nosaukums, darbu nosaukums, darbu apraksts, nosaukums, darbi, наименование, наименование работ*, наименование работ и затрат, наименование работ услуг,
    виды работ, вид работ, название, описание, назва, найменування, description, description of work*, work description, item description, particulars, item, items, works,
    bezeichnung, kurztext, beschreibung, leistung, leistungsbeschreibung, descripcion, resumen, concepto, partida, designation, libelle, designation des ouvrages, description des travaux,
    nazwa, opis, opis robot, wyszczegolnienie, aprasymas, pavadinimas, darbu pavadinimas, nimetus, kirjeldus, too nimetus, nimike, kuvaus, beskrivning, benamning, descrizione, descricao, รายการ, รายละเอียด`,
  unit: `mervieniba, merv, mervien*, vien, ед изм, ед измер*, един измер*, единица измерения, единицы измерения, единица, измеритель, од вим, одиниця виміру, unit, units, uom, u o m,
    unit of measure*, einheit, me, ud, uds, unidad, unidades, un, unite, unites, u, jm, j m, jedn miary, jednostka, jednostka miary, mato vnt, mat vnt, matavimo vienetas, uhik, yksikko, enhet, unita di misura, um, หน่วย`,
  quantity: `daudzums, daudz, apjoms, количество, кол во, кол-во, колво, объем, объем работ, обьем, к во, кількість, quantity, qty, quantities, total qty, total quantity, qnty, menge, mengen,
    cantidad, cant, medicion, mediciones, quantite, quantites, qte, qtes, ilosc, obmiar, kiekis, maht, kogus, maara, mangd, antal, quantita, quantidade, จำนวน, ปริมาณ, ปริมาณงาน`,
  code: `id, identification, kods, koda nr, kodi, обоснование, код, шифр, шифр расценки, артикул, code, item code, item no, item number, ref, reference, bill ref, section number, codigo, cod, posnr, position, pos,
    ordnungszahl, oz, kodas, kood, podstawa, podstawa wyceny, artikla, koodi, kod, codice`,
  number: `nr p k, nr pk, nr, npk, no, n, №, № п п, № пп, п п, номер, s n, s no, sn, sl no, sr no, serial number, serial no, lfd nr, lp, l p, eil nr, jrk nr, num, numero, ลำดับ, ลำดับที่, ที่`,
  labour: `darba alga, darbs, darba samaksa, от, оплата труда, зп, з п, работа, работы, заработная плата, зарплата, стоимость работ, трудозатраты руб, робота, labour, labor, lab, labour cost, installation, erection, erection rate, erection and commissioning, e c, e c rate, e c amount, install,
    lohn, lohnkosten, arbeit, mano de obra, main d'œuvre, main d œuvre, main d oeuvre, pose, robocizna, r, darbo uzmokestis, darbas, toojoud, toojou, toojou kulu, too, tyo, arbete, manodopera, mao de obra, ค่าแรง, ค่าแรงงาน`,
  materials: `materiali, materialu, buvizstradajumi, buvizstradajum*, материал, материалы, материалов, мат, стоимость материалов, матеріали, material, materials, mat, material cost, supply, supply rate, stoffe, stoff, materialkosten,
    materiales, materiaux, fourniture, fournitures, materialy, m, medziagos, materjal, materjalid, materjali, materiaali, ค่าวัสดุ, วัสดุ, ค่าของ`,
  tools: `mehanismi, mehanismu, iekartas, эм, механизмы, машины, машины и механизмы, экспл машин*, эксплуатация машин*, техника, механізми, equipment, plant, machinery, machine, machines, tools, plant and equipment,
    gerate, gerat, geratekosten, maquinaria, equipo, materiel, engins, sprzet, s, mechanizmai, masin, masinad, mehhanismid, koneet, maskiner, noli, ค่าเครื่องจักร`,
  unitPrice: `vienibas izmaksas, vienibas cena, cena par vienibu, izmaksas uz vienibu, vienibas izmaks*, цена за ед*, цена за единицу, цена ед*, цена единицы, за единицу, стоимость единицы, стоимость ед*, единичная расценка,
    расценка, на единицу, ціна за од*, unit price, unit rate, unit cost, rate per unit, rate unit, price per unit, cost per unit, all in rate, einheitspreis, ep, e p, precio unitario, p unitario, p unit, precio unit, prix unitaire, prix unit, pu, p u, p unitaire,
    cena jedn, cena jednostkowa, c j, vieneto kaina, vnt kaina, uhiku hind, uhikuhind, yksikkohinta, a pris, a hinta, prezzo unitario, preco unitario, ราคาต่อหน่วย, ราคา หน่วย, ราคาหน่วย`,
  price: `cena, cenas, цена, ціна, розничная цена, price, rate, rates, cost, preis, precio, precios, prix, tarif, cena netto, kaina, hind, hinta, pris, prezzo, preco, ราคา`,
  amount: `subtotal, sub total, kopa uz visu apjomu, kopejas izmaksas, izmaksas kopa, tames summa, summa, сумма, стоимость, стоимость всего, всего стоимость, общая стоимость, стоимость работ всего, сума, вартість, amount, amounts, total amount, total price, total cost, total value,
    contract sum, total contract sum, extended price, line total, gp, g p, gesamtpreis, gesamtbetrag, gesamt, betrag, importe, importe total, precio total, montant, montant total, prix total, total ht, wartosc, wartosc netto, suma, summa kokku, hind kokku, maksumus, kokku hind, belopp, importo, จำนวนเงิน, ราคารวม`,
  sum: `kopa, pavisam, всего, итого, разом, total, totals, sum, summe, totale, razem, ogolem, is viso, viso, kokku, yhteensa, summa, รวม, รวมเงิน, รวมทั้งสิ้น`,
  elsewhere: `индекс*, коэффициент*, базисн*, index, coefficient*, previous, previous bill, prev, remaining, remaining bill, balance, current, current bill, this bill, upto date, up to date, up to date work, to date, till date, work progress, progress, executed, completed, submitted, approved, internal, actual, vo, variation*, revised,
    as per vo*, margin, purchase, cost price, markup, profit, estimated, estimate, план, факт, план факт, закуп*, закупка, маржа, разница, остаток, выполнен*, предыдущ*, текущ*, оптовая*, опт, себестоимость, наценка, необход*, с начала*, ftotal,
    izpildits, izpilde, atlikums, ieprieksej*, likme, laika norma, laika norma c h, darbietilpiba, darbietilpiba c h, darba samaksas likme, darba samaksas likme eur h, compliance, taxes, tax, gst, vat, ндс, iva, tva, mwst, pvn, remarks, remark, notes, примечан*, piezimes,
    anterior, acumulado, restante, ejecutado, certificado, precedent, cumul, reste, avancement, bisher, rest, kumuliert, poprzedni*, narastajaco, หมายเหตุ`,
};

interface Phrase {
  readonly concept: Concept;
  readonly text: string;
  readonly prefix: boolean;
  /** Written without blanks between words, so it may stand inside a longer run of letters. */
  readonly unspaced: boolean;
}

/** Thai is written without blanks. */
const UNSPACED = /[\u0e00-\u0e7f]/;

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ё: 'е', ł: 'l', ø: 'o', đ: 'd', ß: 'ss' };

/** NFKC, lower case, no accents on Latin and Cyrillic letters, no currency and tax remarks, blanks and punctuation collapsed. */
export function normalized(text: string): string {
  if (text !== last.text) last = { text, normalized: normalize(text) };
  return last.normalized;
}

/** A row's label is asked about several times over. */
let last = { text: '', normalized: '' };

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ёłøđß]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}№%']+/gu, ' ')
    .replace(REMARKS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Currencies and "with or without tax" say nothing about what a column holds. */
const REMARKS =
  /(?<=^|\s)(eur|euro|eiro|usd|руб|рублей|р|грн|тенге|uah|rub|zl|pln|lt|rs|inr|npr|บาท|gbp|chf|sek|nok|dkk|kr|в|без ндс|с ндс|с учетом ндс|bez pvn|ar pvn|excl vat|incl vat|excluding vat|including vat|ex vat|ht|hors taxes?|ttc|netto|brutto|sin iva|con iva|ohne mwst|mit mwst)(?=\s|$)/gu;

export const PHRASES: readonly Phrase[] = Object.entries(WORDS).flatMap(([concept, list]) =>
  list.split(',').map((entry) => {
    const text = normalized(entry.replace('*', ''));
    return { concept: concept as Concept, text, prefix: entry.trim().endsWith('*'), unspaced: UNSPACED.test(text) };
  }),
);

/** First words of lines that add rows up or come after them. */
const TOTALS =
  `kopa, kopeja*, pavisam, tiesas izmaksas, virsizdevumi, virsizdevumu, pelna, pvn, darba deveja*, socialais nodoklis, tai skaita, t sk, итого, всего, итог, ндс, в том числе ндс, накладные, накладные расходы, сметная прибыль,
  разом, всього, пдв, total, totals, grand total, subtotal, sub total, sum, vat, gst, carried, brought forward, carried forward, carried over, c f, b f, page total, net total, overheads, overhead and profit, profit, summe, zwischensumme, gesamtsumme, gesamt, nettosumme, bruttosumme,
  mwst, zzgl mwst, ubertrag, iva, gastos generales, beneficio industrial, suma, total ejecucion*, presupuesto de ejecucion*, presupuesto base*, sous total, montant total, tva, t v a, total ht, total ttc, a reporter, report, razem, ogolem, podatek vat, wartosc kosztorysu*, koszty posrednie, zysk, is viso, viso, pvm, pridetines islaidos,
  pelnas, kokku, vahesumma, kaibemaks, km, yhteensa, alv, totale, รวม, รวมเงิน, รวมทั้งสิ้น, ภาษี, ยอดรวม`
    .split(',')
    .map((entry) => ({ text: normalized(entry.replace('*', '')), prefix: entry.trim().endsWith('*') }));

const TOTAL_ENDING = /(?<=^|\s)(kopa|итого|всего|total|totals|razem|kokku|is viso|subtotal)$/u;

/** Whether a line's words say that it adds up the rows above it, or adds overheads and taxes to them. */
export function saysTotal(label: string): boolean {
  const text = normalized(label).replace(/^(\d+ )+/, '');
  if (TOTAL_ENDING.test(text)) return true;
  return TOTALS.some(
    ({ text: word, prefix }) => text.startsWith(word) && (prefix || UNSPACED.test(word) || !/^[\p{L}\p{N}]/u.test(text.slice(word.length))),
  );
}

const RATE_ONLY = /^(r ?o|rate only|p ?m|pro memoria|p m|nep|eventual|bedarf)$/;

/** Whether a quantity cell says that only the rate is asked: RO, PM. */
export const saysRateOnly = (text: string): boolean => RATE_ONLY.test(normalized(text.replace(/[./]/g, ' ')));
