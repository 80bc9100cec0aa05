/** Units of measurement as estimates abbreviate them: a column of them is the column of units, whatever its header says. */
import { normalized } from './words.ts';

const UNITS = `m m1 m2 m3 mm cm km kg g t to tn ton tons tonne h hr hrs hour hours l lt ltr litre pc pcs pce piece pieces each ea no nos nr number set sets lot ls l s lump sum sum lumpsum item job day days week month months mth pair roll rolls bag bags box sqm sq m sqmtr sqft sq ft sft cum cu m cft rmt rm r m r mtr mtr mtrs met meter metre meters metres point points p point trip trips mh man hour manhour manday md qtl quintal ton km job bdl coil bundle sheet sheets can tin tube bottle drum gal yd yd2 yd3 ft ft2 ft3 lf sf sy cy lin m lm rft kn kw kwh kva
gab gab komplekts kompl kpl st h tm m2/st obj vieta reizes c h c st c/h eur %
м м1 м2 м3 мм см км кг г т тн тонн час ч маш час маш ч чел ч чел час шт штук компл комплект к т к-т п м пм пог м м п мп м пог кв м куб м уп упак рулон лист л литр точка точек рейс смена сутки мес месяц объект ед услуга 100 м2 100 м 100 м3 1000 м3 10 м2 100 шт 10 шт лот партия кмпл м кв м куб бр бройка л м
stk stck st stuck psch pausch pauschal lfm lfdm qm cbm std std h mon monat tag kpl psl le paar
ud uds u un und unid unidad unidades unid ml m l pa p a kgs glb gbl global est mes dia dias vje viaje pto pza pzas jgo par hm h h hh m2c m3c bls bolsa gln plg pie pt
ens ensemble ft fft forfait forf u ml m2 pce jour j heure sem semaine mois t tonne
szt kpl komplet mb m b mp r g kpl godz m g opak para rolka
vnt kompl val tk kmpl jm tk tuk
buc set mp mc ml ora ore tona
adet ad takim mt metretul gotur ton saat sa gun kg ay m tul tk
шт компл од послуга людино год маш год
бр м2 м3 м л м кг т час компл
τεμ τεμ μ μ2 μ3 μμ κιλ τ ωρα κ α
ls lsp bh buah unit bt btg batang lbr lembar titik ttk set oh m' m1 zak sak rit hari bln bulan org orang kali
nos no nag nang rm rmt cum sqm ghan meter kg quintal thela
mq cad cadauno corpo a corpo era krt rs post pst ks kus soubor db klt fm ora kom pausal
ชุด ตัว เมตร ตร.ม. ตรม ลบ.ม. ลบม กก. กก อัน จุด งาน เที่ยว แผ่น ถุง ท่อน เหมา หน่วย ม. ม ต้น บาน ใบ เส้น ตัน ม2 ม3
يوم م م2 م3 عدد طن كجم مقطوعية وحدة قطعة 個 式 套 台 米 吨`;

const KNOWN = new Set(
  UNITS.split('\n').flatMap((line) => {
    const words = line.split(' ');
    return [...words, ...words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`)].map(normalized).filter((unit) => unit !== '');
  }),
);

const LONGEST = 16;

/** Whether a text is a unit, also one with a multiple before it ("100 m2") or "per" ("P Cum"). */
export function isUnit(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = normalized(text).replace(/^(\d+|1 ?0+) /, '');
  return KNOWN.has(plain);
}

const LUMP_SUM =
  /^(l ?s|lsp|lump ?sum|psch|pausch|pauschal(e)?|p ?a|gl|glb|gbl|global|ens|ensemble|f ?ft|forfait|forf|kpl|kmpl|kompl|komplekts|komplet|set|rs|rund sum|era|obj|комплект|компл|item|sum|lot)$/u;

/** Whether a text where a quantity is due says that the work is one lump sum. As a word "RS" is a currency too. */
export const saysLumpSum = (text: string): boolean => LUMP_SUM.test(normalized(text)) || LUMP_SUM.test(text.trim().toLowerCase());
