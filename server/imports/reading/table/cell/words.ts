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
  | 'elsewhere'
  /** Length, width, height, number of times: a quantity is measured here and not yet priced. */
  | 'dimension'
  /** Previous, this and to date: a bill or an act of work done. */
  | 'progress'
  /** Hours of work, which are no money. */
  | 'hours';

const WORDS: Readonly<Record<Concept, string>> = {
  name: `name, task, darba nosaukums, darbu nosaukums, darbu apraksts, nosaukums, darbi, наименование, наименование работ*, наименование работ и затрат, наименование работ услуг,
    виды работ, вид работ, название, описание, назва, найменування, description, description of work*, work description, item description, particulars, item, items, works,
    bezeichnung, kurztext, beschreibung, leistung, leistungsbeschreibung, descripcion, resumen, concepto, partida, designation, libelle, designation des ouvrages, description des travaux,
    nazwa, opis, opis robot, wyszczegolnienie, aprasymas, pavadinimas, darbu pavadinimas, nimetus, kirjeldus, too nimetus, nimike, kuvaus, beskrivning, benamning, descrizione, descricao, รายการ, รายละเอียด,
    denumire, denumirea lucrarilor, denumire lucrari, denumirea, descriere, descrierea lucrarilor, aciklama, is kalemi, imalat cinsi, isin adi, yapilan isin cinsi, tanim, poz tanimi, malzeme adi, uraian, uraian pekerjaan, jenis pekerjaan, item pekerjaan, deskripsi, pekerjaan, nama barang, descricao dos servicos, discriminacao, servico, servicos, especificacao, найменування робіт*, вид робіт, види робіт,
    наименование на смр, видове смр, видове строителни*, вид работа, описание на видовете*, описание на работите, περιγραφη, περιγραφη εργασιων, ειδος εργασιας, ειδος, εργασια, karya ka vivran, vivran, kam ka vivran, karya vivaran, vivaran, descripcion de partida, actividad, rubro, rubros, product, product name, produkt, produto, produit, artikel, opis prac, rodzaj robot, naziv, popis, popis prace, megnevezes, tekst, text, omschrijving, benaming, beskrivelse, betegnelse, stichwort, positionstext, langtext, predmet,
    scope of work*, activity, details, designazione, designazione dei lavori, descrizione dei lavori, denominazione, lavorazione, row labels, zeilenbeschriftungen, etiquettes de lignes, etiquetas de fila, etykiety wierszy, названия строк, rindu etiketes, declaratoria, designacao, designacao dos trabalhos, descricao dos trabalhos, trabalhos, aprasymai, darbu ir islaidu aprasymai, darbu aprasymas, selite, tyovaihe, tetel szovege, tetel megnevezese, tetel, leiras, toode loetelu, darbu veids, izmaksu pozicija, pozicija, zakres prac, zakres robot, nazev, nazev polozky, nazov, nazov polozky, stavka, opis stavke, aktivitet, atgard, postbeskrivelse, ydelse, leistungstext, artikelbezeichnung, nature des travaux, nature des ouvrages, intitule, prestation, prestations, texto, werkzaamheden, состав работ, verkþattur, verklysing, opis postavke, postavka`,
  unit: `mervieniba, merv, mervien*, vien, ед изм, ед измер*, един измер*, единица измерения, единицы измерения, единица, измеритель, од вим, одиниця виміру, unit, units, uom, u o m,
    unit of measure*, einheit, me, ud, uds, unidad, unidades, un, unite, unites, u, jm, j m, jedn miary, jednostka, jednostka miary, mato vnt, mat vnt, matavimo vienetas, uhik, yksikko, enhet, unita di misura, um, หน่วย,
    unid, unids, und, unds, undd, unid med, unidad de medida, unidade, unidades, unidade de medida, u m, um u m, unitate de masura, birim, olcu birimi, olcu, birimi, sat, satuan, sat uan, одиниця, од, од виміру, одиниця вимiру, мярка, мерна единица, ед мярка, м ка, μοναδα, μοναδα μετρησης, μ μ, μον, ikai, ikaayi, jednostki, jedn, mj, merna jednotka, mertekegyseg, base uom, uom base, mernå enhet, enhed, enh, eenheid, eh, einh, yks, egyseg,
    mengeneinheit, matas, mootuhik, eenh, ehd, m j, jed mjere, unita, eining, em`,
  quantity: `daudzums, daudz, apjoms, количество, кол во, кол-во, колво, объем, объем работ, обьем, к во, кількість, quantity, qty, quantities, total qty, total quantity, qnty, menge, mengen,
    cantidad, cant, medicion, mediciones, quantite, quantites, qte, qtes, ilosc, obmiar, kiekis, maht, kogus, maara, mangd, antal, quantita, quantidade, จำนวน, ปริมาณ, ปริมาณงาน,
    cantidades, canpres, can pres, cantitate, cantitati, cant, canti, quant, quantidades, qtd, qtde, quantid, miktar, miktari, metraj, adet miktar, volume, vol, kuantitas, jumlah volume, banyaknya, qnt, quan, обсяг, обсяги, к сть, к ть, количества, кол, колич, количество смр, ποσοτητα, ποσοτητες, ποσ, matra, parimaan, metrado, metrados, kolicina, mnozstvi, vymera, mennyiseg, order qty, boq qty, tender qty, mengde, mængde, hoeveelheid, aantal, lv menge, mnozstvo,
    q'ty, q ty, q ta, qta, aufmass, przedmiar, skaits, hulk, mgd, hoev, pocet, menny, magn`,
  code: `id, identification, kods, koda nr, kodi, обоснование, код, шифр, шифр расценки, артикул, code, item code, item no, item number, ref, reference, bill ref, section number, codigo, cod, posnr, position, pos,
    ordnungszahl, oz, kodas, kood, podstawa, podstawa wyceny, artikla, koodi, kod, codice,
    item n, n item, n partida, cod item, codigo item, simbol, cod articol, poz, poz no, sira, kode, kode analisa, no item, item id, код позиції, шифр позиция, κωδικος, αρθρο, αρ, a t, art, artigo, sifra, cislo, kod pozycji, numer pozycji, postnr, postnummer, post, pos nr, npk,
    positionsnr, tariffa, knr, littera, tetelszam`,
  number: `nr p k, nr pk, nr, npk, no, n, №, № п п, № пп, п п, номер, s n, s no, sn, sl no, sr no, serial number, serial no, lfd nr, lp, l p, eil nr, jrk nr, num, numero, ลำดับ, ลำดับที่, ที่,
    nr crt, nr ctr, sira no, s no, no urut, n item, num item, n orden, orden, № позиция, по ред, № по ред, α α, kramank, kra sa, sr, sl, s l no, poradi, red br, sorszam, номер, ном`,
  labour: `darba alga, darbs, darba samaksa, от, оплата труда, зп, з п, работа, работы, заработная плата, зарплата, стоимость работ, трудозатраты руб, робота, labour, labor, lab, labour cost, installation, erection, erection rate, erection and commissioning, e c, e c rate, e c amount, install,
    lohn, lohnkosten, arbeit, mano de obra, main d'œuvre, main d œuvre, main d oeuvre, pose, robocizna, r, darbo uzmokestis, darbas, toojoud, toojou, toojou kulu, too, tyo, arbete, manodopera, mao de obra, ค่าแรง, ค่าแรงงาน,
    manopera, iscilik, iscilik bedeli, upah, upah kerja, upah tenaga, jasa, заробітна плата, оплата праці, труд, раб труд, εργασιας, εργατικα, mazduri, shram, majdoori, mao obra, smr, смр, смр пнр, строительно монтажные*, монтаж, монтажные работы, работа смр, montaz, montaze, prace, arbeid, arbeidsloon, loon, lonn, arbejde, arbejdslon, arbetskostnad, munkadij, робота, роботи, вартість робіт, ціна роботи, ціна робіт,
    lohnanteil, palk, lon, озп, m o, dij, asennus, dij egysegre, dij osszesen, darba cena, darbu cena, darba summa, darbu summa, darba izmaksas, darbu izmaksas, darba kopa, darbu kopa, darbu kaina, darbu suma, darbo kaina, darbo suma, robocizny, posa, posa in opera, arbeitskosten, tyon hinta, tyon osuus`,
  materials: `materiali, materialu, buvizstradajumi, buvizstradajum*, материал, материалы, материалов, мат, стоимость материалов, матеріали, material, materials, mat, material cost, supply, supply rate, stoffe, stoff, materialkosten,
    materiales, materiaux, fourniture, fournitures, materialy, m, medziagos, materjal, materjalid, materjali, materiaali, ค่าวัสดุ, วัสดุ, ค่าของ,
    malzeme, malzeme bedeli, bahan, harga bahan, material bahan, материали, вартість матеріалів, υλικα, samagri, saamagri, materiais, materiale, materiales y equipos, материалы оборудование, оборудование материалы, dodavka, materialer, materiaal, materialkostnad, anyag, tarvikkeet, материала, матеріалу, матеріалів, ціна матеріалу, ціна матеріалів,
    tarvike, anyag egysegar, anyag osszesen, materiala, materialow, medziagu, fornitura, forniture, materialen, materiaalin`,
  tools: `mehanismi, mehanismu, iekartas, эм, механизмы, машины, машины и механизмы, экспл машин*, эксплуатация машин*, техника, механізми, equipment, plant, machinery, machine, machines, tools, plant and equipment,
    gerate, gerat, geratekosten, maquinaria, equipo, materiel, engins, sprzet, s, mechanizmai, masin, masinad, mehhanismid, koneet, maskiner, noli, ค่าเครื่องจักร,
    utilaj, utilaje, transport utilaj, makine, ekipman, alat, peralatan, машини, машини и механизация, механизация, експлуатація машин*, μηχανηματα, yantra, equipamento, equipamentos, equipos, herramientas, mehan, meh, mehanism, mechanizmy, stroje, materieel, maskin, maskinkostnad, kalusto, gep,
    seadmed, mechanizace, mehanisma, mechanizmu, sprzetu`,
  unitPrice: `vienibas izmaksas, vienibas cena, cena par vienibu, izmaksas uz vienibu, vienibas izmaks*, цена за ед*, цена за единицу, цена ед*, цена единицы, за единицу, стоимость единицы, стоимость ед*, единичная расценка,
    расценка, на единицу, ціна за од*, unit price, unit rate, unit cost, rate per unit, rate unit, price per unit, cost per unit, all in rate, einheitspreis, ep, e p, precio unitario, pres, prpres, p unitario, p unit, precio unit, prix unitaire, prix unit, pu, p u, p unitaire,
    cena jedn, cena jednostkowa, c j, vieneto kaina, vnt kaina, uhiku hind, uhikuhind, yksikkohinta, a pris, a hinta, prezzo unitario, preco unitario, ราคาต่อหน่วย, ราคา หน่วย, ราคาหน่วย,
    pret unitar, pret unitar fara tva, p u, birim fiyat, birim fiyati, b fiyat, harga satuan, harga sat, hrg satuan, ціна за одиницю, ціна од, вартість одиниці, ед цена, единична цена, ед ц, τιμη μοναδας, τιμη μον, ikai dar, prati ikai dar, preco unit, p unit, valor unitario, custo unitario, v unitario, vlr unit, costo unitario, c unitario, v unit, cu, p u s, costo unit, jedinicna cijena, jednotkova cena, egysegar, unit price rm, price unit, price per unit, rate rm, enhetspris, enhedspris, stykpris, eenheidsprijs, prijs per eenheid, prijs per stuk, jedn cena, j cena, cena za jedn, cena za mj, cena mj, yks hinta, einzelpreis,
    ep in eur, preis einheit, preis pro einheit, stuckpreis, unitario, ikainis, vien cena, vienas vienibas cena, izcenojums, pris pr enhed, pris per enhet, ehp, einingarverð, cena na enoto, jed cena`,
  price: `cena, cenas, цена, ціна, розничная цена, price, rate, rates, cost, preis, precio, precios, prix, tarif, cena netto, kaina, hind, hinta, pris, prezzo, preco, ราคา,
    pret, preturi, fiyat, harga, ціни, цени, единични цени, τιμη, τιμες, dar, mulya, precos, valor, custo, costo, vlr, ar, cijena, prijs`,
  amount: `subtotal, sub total, kopa uz visu apjomu, kopejas izmaksas, izmaksas kopa, tames summa, tames izmaksas, objekta izmaksas, summa, сумма, стоимость, стоимость всего, всего стоимость, общая стоимость, стоимость работ всего, сума, вартість, amount, amounts, total amount, total price, total cost, total value,
    contract sum, total contract sum, scheduled value, extended price, line total, gp, g p, gesamtpreis, gesamtbetrag, gesamt, betrag, importe, importe total, precio total, imppres, imp pres, montant, montant total, prix total, total ht, wartosc, wartosc netto, suma, summa kokku, hind kokku, maksumus, kokku hind, belopp, importo, จำนวนเงิน, ราคารวม,
    valoare, valoare totala, valoarea, pret total, tutar, tutari, toplam tutar, toplam fiyat, bedel, jumlah harga, total harga, harga total, jumlah, jumlah biaya, sub total harga, вартість всього, загальна вартість, сума всього, стойност, обща стойност, обща цена, крайна цена, δαπανη, συνολικη δαπανη, συνολικη αξια, αξια, rashi, kul rashi, dhanrashi, valor total, custo total, preco total, p total, parcial, costo parcial, costo total, v total, vlr total, total partida, sous total ht, wartosc ogolem, итоговая сумма, общая стоимость, line amount, ext price, extended amount, extension, ukupno, celkem, celkova cena, osszesen, net amount, nett amount, belop, belob, totalpris, totaalprijs, totaalbedrag, bedrag, positionspreis, cena celkem,
    kopsumma, kogumaksumus, yht, kokonaishinta, kopeja cena, ukupna cijena, i alt, importi, value, extended, gp in eur, iznos, spolu, vrednost, cena celkom`,
  sum: `kopa, pavisam, всего, итого, разом, total, totals, sum, summe, totale, razem, ogolem, is viso, viso, kokku, yhteensa, summa, รวม, รวมเงิน, รวมทั้งสิ้น,
    toplam, genel toplam, jumlah total, всичко, общо, усього, συνολο, kul, yog, kul yog, totaal, totalt, ogolna, subtotal partida, samtals, skupaj, celkom`,
  elsewhere: `индекс*, коэффициент*, базисн*, index, coefficient*, previous, previous bill, prev, remaining, remaining bill, balance, current, current bill, this bill, upto date, up to date, up to date work, to date, till date, work progress, progress, executed, completed, submitted, approved, internal, actual, vo, variation*, revised,
    as per vo*, margin, purchase, cost price, markup, profit, estimated, estimate, план, факт, план факт, закуп*, закупка, маржа, разница, остаток, выполнен*, предыдущ*, текущий период, текущий месяц, текущий отчет*, оптовая*, опт, себестоимость, наценка, необход*, с начала*, ftotal,
    izpildits, izpilde, atlikums, ieprieksej*, likme, laika norma, laika norma c h, darbietilpiba, darbietilpiba c h, darba samaksas likme, darba samaksas likme eur h, compliance, taxes, tax, gst, vat, ндс, iva, tva, mwst, pvn, remarks, remark, notes, примечан*, piezimes,
    anterior, acumulado, restante, ejecutado, certificado, precedent, cumul, reste, avancement, bisher, rest, kumuliert, poprzedni*, narastajaco, หมายเหตุ,
    note, uwagi, observacoes, observaciones, observatii, bemerkung, bemerkungen, observations, catatan, keterangan, notlar, примечание, примітка, забележка, забележки, παρατηρησεις, tippani, предельн*, limit price, limit, ceiling, ceiling price, plafond, pagu, szacunkow*, estimativ*, purchase price, zakup*, koszt zakupu, compra, custo compra, achat, prix achat, wastage, buffer, waste, wastage buffer, usage, usage qty, order date, zaplacone, zaplacono, do wplaty, paid, to pay, pagado, platit, odendi, dibayar, executat, realizat, yapilan, onceki, bu donem, realisasi, sebelumnya, minggu ini, выполнено*, виконано*, изпълнен*, executado, realizado, saldo, medido, valor medido, since last, bill quantity, cumulative, cumul*, this month, this period, billed, discount*, rabat, desconto, descuento, remise, скидка, iskonto, exchange rate, weight, peso, masse, ciezar, delivery, доставк*, стоимость доставки`,
  dimension: `length, width, height, breadth, depth, thickness, area, weight, unit weight, times, no of times, l, b, w, h, longitud, largo, ancho, ancho empalme, alto, altura, altura gancho, area m2, n° veces, n veces, veces, no de veces, peso, peso unitario, partes iguales, uds iguales,
    lange, breite, hohe, tiefe, dicke, anzahl, stuckzahl, longueur, largeur, hauteur, epaisseur, nombre, nb, comprimento, largura, espessura, длина, ширина, высота, толщина, площадь, масса, вес, garums, platums, augstums, biezums, ilgis, plotis, aukstis, pikkus, laius, korgus,
    dlugosc, szerokosc, wysokosc, grubosc, lungime, latime, inaltime, grosime, uzunluk, boy, en, genislik, yukseklik, benzeri, panjang, lebar, tinggi, tebal, довжина, висота, ширина, дължина, широчина, височина, μηκος, πλατος, υψος, lambai, chaurai, unchai, lunghezza, larghezza, altezza, parti uguali, par ug, lung, larg, h peso, long, anch, anchura, hmotnost*, gewicht, poids, svars, svoris, vikt, vekt, paino, greutate, tomeg`,
  progress: `materials presently stored, presently stored, stored materials, materials stored, previous, previous bill, prev, previous qty, previous quantity, remaining, remaining bill, balance, balance qty, current bill, this bill, this month, this period, this claim, since last, upto date, up to date, up to date work, to date, till date, executed, executed qty, completed, cumulative, cumul*, progress, work progress, earned*,
    as executed, work done, выполнен*, выполнено*, предыдущ*, текущий период, остаток, с начала*, за отчетный*, виконано*, изпълнен*, izpildits, izpilde, atlikums, ieprieksej*, atlikta, likutis, tehtud, jaak, anterior, este periodo, acumulado, ejecutado, certificado, restante, saldo, executado, realizado, medido, a origen, este mes,
    precedent, mois precedent, cumul, reste, avancement, bisher, kumuliert, poprzedni*, narastajaco, wykonano*, executat*, realizat*, onceki*, bu donem, toplam yapilan, realisasi, sebelumnya, minggu ini, s d minggu ini, προηγουμεν*, τρεχων*,
    previous*, prior, ранее, ieprieks*, anterior*, w okresie, w tym okresie, this claim, this application, this valuation, this certificate, last claim, previously claimed, claimed to date, value to date, bislang, aktuell, menge aktuell, betrag aktuell, diese rechnung, ранее выполнен*, нарастающ*, за период, dotychczas, biezac*, od poczatku, du mois, ce mois, origen, no periodo, no mes, questo sal, sal precedente, a tutto, saja perioda, parskata perioda, atskaites perioda, saja menesi, no sakuma, no buvniecibas sakuma,
    ankstesn*, siame akte, si laikotarpi, per ataskaitin*, nuo pradzios, eelnev*, kaesolev*, algusest, tidigare, hittills, denna period, tidligere, denne periode, hittil, akkumuler*, ackumuler*, aiemmin, aikaisemmin, talla kaudella, kumulatiiv*, predchoz*, toto obdobi, od pocatku, eddig, vorige termijn*, deze termijn*, cumulatief`,
  hours: `mh, mh unit, unit mh, mh per unit, total mh, hours unit, hours per unit, hrs unit, total hours, manhours, man hours, hours, hrs, hour, h, stunden, std, heures, horas, hh, ore, uren, timer, timmar, tunnit, tunnid, hodiny, nh, rg, r g, roboczogodziny, godziny, c h, stundas, cilvekstundas, valandos, чел ч, чел час, часы, люд год`,
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

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ё: 'е', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', ı: 'i' };

/** Currencies that are written with a letter: without their mark they would be read as the letter of a component (S, R, M). */
const SIGNS = /(?<![\p{L}\p{N}])(s\/\.?|r\$|rs\.?\/?-?|b\/\.?|l\.|zł)(?![\p{L}\p{N}])/gu;

/** NFKC, lower case, no accents on Latin and Cyrillic letters, no currency and tax remarks, blanks and punctuation collapsed. */
export function normalized(text: string): string {
  if (text !== last.text) last = { text, normalized: normalize(text) };
  return last.normalized;
}

/** A row's label is asked about several times over. */
let last = { text: '', normalized: '' };

/** Finds one of the words, given as alternatives of a pattern, anywhere in a normalized text. */
export function oneOf(words: string): RegExp {
  return new RegExp(`(?<=^|\\s)(${words})(?=$|\\s|\\d)`, 'u');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too
const ASCII = /^[\u0000-\u007f]*$/;

function normalize(text: string): string {
  const lower = text.toLowerCase();
  const plain = MAY_HOLD_SIGN.test(lower) ? lower.replace(SIGNS, ' ') : lower;
  const bare = (ASCII.test(plain) ? plain.replace(/[^a-z0-9%']+/g, ' ') : withoutAccents(plain)).trim();
  return mayHoldRemark(bare) ? bare.replace(REMARKS, ' ').replace(/\s+/g, ' ').trim() : bare;
}
/** Quicker than to look for the signs themselves. */
const MAY_HOLD_SIGN = /[/$]|l\.|rs|zł/;

const withoutAccents = (lower: string): string =>
  lower
    .replace(/[ёłøđßı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}№%']+/gu, ' ');

/** Currencies and "with or without tax" say nothing about what a column holds. */
const REMARK =
  'eur|euro|eiro|usd|руб|рублей|р|грн|тенге|uah|rub|zl|pln|lt|rs|inr|npr|บาท|gbp|chf|sek|nok|dkk|kr|rm|idr|rp|tl|try|ron|lei|bgn|лв|лева|brl|pen|soles|mxn|cop|clp|myr|aed|sar|kzt|byn|gel|huf|czk|kc|ft|в|без ндс|с ндс|с учетом ндс|bez pvn|ar pvn|excl vat|incl vat|excluding vat|including vat|ex vat|ht|hors taxes?|ttc|netto|brutto|sin iva|con iva|ohne mwst|mit mwst';
const REMARKS = new RegExp(`(?<=^|\\s)(${REMARK})(?=\\s|$)`, 'gu');
const FIRST_OF_REMARKS: ReadonlySet<string> = new Set(REMARK.split('|').map((phrase) => phrase.split(' ')[0] ?? ''));

/** Whether a word begins such a remark. The words are separated by single blanks. */
function mayHoldRemark(words: string): boolean {
  for (let at = 0; at < words.length; ) {
    const end = words.indexOf(' ', at);
    if (end < 0) return FIRST_OF_REMARKS.has(words.slice(at));
    if (FIRST_OF_REMARKS.has(words.slice(at, end))) return true;
    at = end + 1;
  }
  return false;
}

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
  toplam, ara toplam, genel toplam, kdv, jumlah, sub jumlah, jumlah total, total harga, ppn, pembulatan, dibulatkan, rekapitulasi, subtotal obra, total geral, total general, total capitulo*, sub total capitulo*, costo directo*, costos directos, costo indirecto*, costos indirectos, presupuesto total, utilidad, igv, i g v, bdi, valor total, custo direto, preco total geral, total orcamento,
  total capitol*, total deviz*, total fara tva, total cu tva, total general, t v a, всичко, общо, ддс, непредвидени*, συνολο, γενικο συνολο, αθροισμα, φπα, yog, kul yog, mahayog, kul rashi, ukupno, sveukupno, pdv, celkem, osszesen, afa, add tender premium, tender premium, add premium, less tender*, say rs, разом по*, усього*, пдв*,
  summa, delsum, delsumma, mellansumma, totalt, sammanlagt, i alt, ialt, subtotaal, totaal, tussentotaal, eindtotaal, mezisoucet, soucet, valisumma, loppusumma, starpsumma, tarpine suma, подытог*, підсумок, проміжний підсумок, zwischentotal, zu ubertragen, do przeniesienia, z przeniesienia, parnests, parnesums, to collection, to summary, suma y sigue, suma anterior, btw, moms, mva, dph, ust, umsatzsteuer,
  pelnas, kokku, vahesumma, kaibemaks, km, yhteensa, alv, totale, sommano, celkom, skupaj, samtals, dph, ddv, vsk, รวม, รวมเงิน, รวมทั้งสิ้น, ภาษี, ยอดรวม`
    .split(',')
    .map((entry) => ({ text: normalized(entry.replace('*', '')), prefix: entry.trim().endsWith('*') }));

const TOTAL_ENDING =
  /(?<=^|\s)(kopa|итого|всего|total|totals|razem|kokku|is viso|subtotal|toplam|jumlah|всичко|общо|разом|усього|всього|συνολο|yog|ukupno|celkem|summa|yhteensa|totalt|totaal|i alt|gesamt)$/u;

/** Whether a line's words say that it adds up the rows above it, or adds overheads and taxes to them. */
export function saysTotal(label: string): boolean {
  const text = normalized(label).replace(/^(\d+ )+/, '');
  if (TOTAL_ENDING.test(text)) return true;
  return TOTALS.some(
    ({ text: word, prefix }) => text.startsWith(word) && (prefix || UNSPACED.test(word) || !/^[\p{L}\p{N}]/u.test(text.slice(word.length))),
  );
}

const RATE_ONLY = /^(r ?o|rate only|p ?m|pro memoria|pour memoire|p m|nep|eventual|bedarf)$/;

const NOT_COUNTED =
  /^(nur e ?p|nur einheitspreis|nur einh( pr)?|nur einzelpreis|n e p|ohne gp|o gp|ep|alternativ(e|position)?|bedarfsposition|option(al|nel(le)?)?|en option|pour memoire|excl(uded)?|not incl(uded)?|nicht enthalten|opcional|no incluido|opcja|не включено|справочно)$/;

/** Whether the cell of an amount says that the file does not add it up: words stand there instead of quantity × price. */
export const saysNotCounted = (text: string): boolean => saysRateOnly(text) || NOT_COUNTED.test(normalized(text.replace(/[./]/g, ' ')));

/** Whether a quantity cell says that only the rate is asked: RO, PM. */
export const saysRateOnly = (text: string): boolean => RATE_ONLY.test(normalized(text.replace(/[./]/g, ' ')));

const INCLUDED =
  /(?<=^|\s)(incl|included|inclusive|inkl|inklusive|inkludert|inkluderet|ingar|inngar|enth|enthalten|inbegriffen|compris|incluid[oa]|incluso|wliczon\p{L}*|w cenie|ieklaut\p{L}*|ietilp\p{L}*|ieskait\p{L}*|iskaiciuot\p{L}*|sisaldub|sisaltyy|v cene|inbegrepen|включен\p{L}*|учтен\p{L}*|враховано|включено)$/u;
const LONGEST_INCLUDED = 40;

/** Not applicable, or supplied by somebody else: there is no cost. */
const OF_OTHERS =
  /^(n ?a|not applicable|nav|sans objet|s ?o|no aplica|no procede|nicht zutreffend|entfallt|nie dotyczy|nd|не применимо|не требуется|(by|of|from) (the )?(client|owner|employer|others?)|client supply|supplied by( the)? (client|owner|employer|others?)|(client|owner) supplied|free issue|pasutitaj\p{L}*( \p{L}+)?|bauseits( gestellt)?|hors lot|par (le client|ailleurs|le maitre d ouvrage)|por (el )?cliente|por (la )?propiedad|a carico del committente|po stronie (inwestora|zamawiajacego)|uzsakov\p{L}*|tellija( \p{L}+)?|заказчик\p{L}*|(материал )?заказчика|давальческ\p{L}*|замовник\p{L}*)$/u;
const saysOfOthers = (text: string): boolean => OF_OTHERS.test(normalized(text.replaceAll('/', ' ')));

/** Whether words where money is due say that the row costs nothing more: the price of another row includes it, or somebody else supplies it. */
export const saysIncluded = (text: string): boolean =>
  text.length <= LONGEST_INCLUDED && !/\d/.test(text) && !saysNotCounted(text) && (INCLUDED.test(normalized(text)) || saysOfOthers(text));
