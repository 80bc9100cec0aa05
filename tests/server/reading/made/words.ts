/** Header words and labels of made estimates, a language each, as bills of that country use them. */
export interface Language {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly labour: string;
  readonly materials: string;
  readonly total: string;
  readonly tax: string;
  readonly ofWhich: string;
  readonly works: readonly string[];
  readonly units: readonly string[];
}

const language = (words: string, works: string, units: string): Language => {
  const [
    code = '',
    name = '',
    unit = '',
    quantity = '',
    price = '',
    amount = '',
    labour = '',
    materials = '',
    total = '',
    tax = '',
    ofWhich = '',
  ] = words.split('|');
  return {
    code,
    name,
    unit,
    quantity,
    price,
    amount,
    labour,
    materials,
    total,
    tax,
    ofWhich,
    works: works.split('|'),
    units: units.split('|'),
  };
};

export const LANGUAGES: readonly Language[] = [
  language(
    'Item No.|Description|Unit|Qty|Rate|Amount|Labour|Material|Total|VAT 20%|of which labour',
    'Excavation in foundation trenches|Plain cement concrete in levelling course|Brick masonry in cement mortar|Supply and fix timber doors|Plaster to walls, two coats|Ceramic tiling to floors',
    'm3|m2|nos|m|kg|ls',
  ),
  language(
    'Код|Наименование работ|Ед. изм.|Кол-во|Цена за ед.|Сумма|Работа|Материалы|Итого|НДС 20%|в том числе работа',
    'Разработка грунта вручную|Устройство бетонной подготовки|Кладка стен из кирпича|Установка дверных блоков|Штукатурка стен по маякам|Укладка керамической плитки',
    'м3|м2|шт|м|кг|компл',
  ),
  language(
    'Kods|Darba nosaukums|Mērv.|Daudzums|Vienības cena|Summa|Darba alga|Materiāli|Kopā|PVN 21%|t.sk. darba alga',
    'Grunts rakšana ar rokām|Betona sagataves izbūve|Ķieģeļu mūra sienas|Koka durvju montāža|Sienu apmešana|Flīžu ieklāšana grīdās',
    'm3|m2|gab|m|kg|kompl',
  ),
  language(
    'OZ|Bezeichnung|Einheit|Menge|EP|GP|Lohn|Material|Summe|MwSt 19%|davon Lohn',
    'Boden lösen und laden|Sauberkeitsschicht aus Beton|Mauerwerk aus Ziegeln|Innentüren liefern und einbauen|Wandputz zweilagig|Bodenfliesen verlegen',
    'm3|m2|Stk|m|kg|psch',
  ),
  language(
    'Item|Descrição|Und|Quant.|Preço Unitário|Preço Total|Mão de obra|Material|Total Geral|ISS 5%|sendo mão de obra',
    'Escavação manual de valas|Concreto magro para lastro|Alvenaria de tijolo cerâmico|Porta de madeira completa|Emboço de paredes internas|Piso cerâmico esmaltado',
    'm3|m2|un|m|kg|vb',
  ),
  language(
    'Item|Descripción|Und.|Metrado|P.U. S/|Parcial S/|Mano de obra|Materiales|Costo Directo|IGV 18%|de los cuales mano de obra',
    'Excavación de zanjas para cimientos|Concreto simple en solados|Muro de ladrillo caravista|Puerta de madera contraplacada|Tarrajeo de muros interiores|Piso de cerámico nacional',
    'm3|m2|und|m|kg|glb',
  ),
  language(
    'Cod|Denumire|U.M.|Cantitate|Preț unitar|Valoare|Manoperă|Materiale|Total|TVA 19%|din care manoperă',
    'Săpătură manuală de pământ|Beton de egalizare|Zidărie din cărămidă|Ușă de lemn montată|Tencuieli interioare|Pardoseli din gresie',
    'mc|mp|buc|m|kg|set',
  ),
  language(
    'Poz No|Açıklama|Birim|Miktar|Birim Fiyat|Tutar|İşçilik|Malzeme|Toplam|KDV 20%|bunun işçilik',
    'Elle toprak kazısı yapılması|Grobeton dökülmesi|Tuğla duvar örülmesi|Ahşap kapı takılması|İç cephe sıva yapılması|Seramik yer kaplaması',
    'm3|m2|adet|mt|kg|takım',
  ),
  language(
    'Шифр|Найменування робіт|Од. вим.|Кількість|Ціна за одиницю|Вартість|Заробітна плата|Матеріали|Разом|ПДВ 20%|у тому числі зарплата',
    'Розробка ґрунту вручну|Влаштування бетонної підготовки|Мурування стін з цегли|Установлення дверних блоків|Штукатурення стін|Укладання плитки',
    'м3|м2|шт|м|кг|компл',
  ),
  language(
    'Шифър|Наименование на СМР|Мярка|Количество|Единична цена|Стойност|Труд|Материали|Общо|ДДС 20%|от които труд',
    'Ръчен изкоп в земни почви|Подложен бетон под основи|Зидария от тухли|Доставка и монтаж на врати|Вътрешна мазилка по стени|Настилка от теракот',
    'м3|м2|бр|м|кг|компл',
  ),
  language(
    'Κωδικός|Περιγραφή|Μονάδα|Ποσότητα|Τιμή μονάδας|Δαπάνη|Εργασίας|Υλικά|Σύνολο|ΦΠΑ 24%|εκ των οποίων εργασία',
    'Γενικές εκσκαφές γαιώδεις|Σκυρόδεμα καθαριότητας|Οπτοπλινθοδομή δρομική|Θύρες ξύλινες πρεσσαριστές|Επιχρίσματα τριπτά|Επίστρωση με πλακίδια',
    'm3|m2|τεμ|m|kg|κ.α.',
  ),
  language(
    'Kode|Uraian Pekerjaan|Satuan|Volume|Harga Satuan|Jumlah Harga|Upah|Bahan|Jumlah|PPN 11%|dari yang upah',
    'Galian tanah pondasi|Beton lantai kerja|Pasangan bata merah|Pemasangan pintu kayu|Plesteran dinding|Pasangan keramik lantai',
    'm3|m2|bh|m1|kg|ls',
  ),
  language(
    'Kra. Sa.|Karya ka Vivran|Ikai|Matra|Dar|Rashi|Mazduri|Samagri|Kul Yog|GST 18%|incl. mazduri',
    'Neev ki khudai ka karya|Cement concrete ka karya|Eent ki chinai ka karya|Darwaza lagane ka karya|Deewar par plaster|Farsh par tiles lagana',
    'cum|sqm|nos|rmt|kg|ls',
  ),
  language(
    'Podstawa|Opis robót|j.m.|Ilość|Cena jedn. zł|Wartość zł|Robocizna|Materiały|Razem|VAT 23%|w tym robocizna',
    'Wykopy ręczne w gruncie|Podkład z betonu chudego|Mury z cegły pełnej|Drzwi drewniane z montażem|Tynki wewnętrzne|Posadzki z płytek',
    'm3|m2|szt|mb|kg|kpl',
  ),
  language(
    'Code|Désignation des ouvrages|U|Qté|P.U. HT|Montant HT|Main d’œuvre|Fournitures|Total HT|TVA 20%|dont main d’œuvre',
    'Terrassement en tranchées|Béton de propreté dosé|Maçonnerie de briques pleines|Porte en bois posée|Enduit intérieur deux couches|Carrelage de sol collé',
    'm3|m2|u|ml|kg|ens',
  ),
];
