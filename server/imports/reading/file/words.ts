/** Words in the names of lists that say which document they are. They decide only together with rows or columns. */
import { normalized, oneOf } from '../table/cell/words.ts';
import type { Digest } from './digest.ts';

/** Acts, running bills, invoices and certificates. "Bill" alone is left out: a bill of quantities is an estimate. */
const ACT = oneOf(
  String.raw`akts?|akta|aktas|акты?|акта|кс 2|кс 3|ks 2|f ?2|forma 2|running bill|final bill|ra bill|ra \d+|invoice|progress|payment certificate|interim|valuation|work done|executed|rechnung|abschlag\p{L}*|schlussrechnung|situation|decompte|facture|certificacion\p{L}*|factura|medicao|izpilde|izpildit\p{L}*|выполнен\p{L}*|protokol odbioru|faktura|hakedis\p{L}*|deviz executie`,
);
/** Works beyond the estimate: agreed later, or offered beside it. */
const VARIATION = oneOf(
  String.raw`variations?|variation orders?|extra items?|extra works?|additional works?|change orders?|vo \d+|nachtrag|nachtrage|papilddarb\p{L}*|доп|допы|доп работы|дополнительн\p{L}*|avenant|modificado|complementario|roboty dodatkowe|aditivo|options?|optional\p{L}*|alternates?|alternativ\p{L}*|eventualposition\p{L}*|bedarfsposition\p{L}*|opcij\p{L}*|opcje|opciones|variantes?|опци\p{L}*|альтернатив\p{L}*`,
);

/** How the price of one unit is made up: materials, hours and machines of a position. */
const ANALYSIS = oneOf(
  String.raw`(unit )?(rates?|prices?) build ?ups?|rate analysis|rates analysis|analysis of rates?|price analysis|cost analysis|analisa harga\p{L}*|analisa satuan|ahsp|analisis de (precios|costos)|precios descompuestos|justificacion de precios|sous details?|einheitspreisaufgliederung|preisermittlung|preisaufgliederung|analiz fiyat\p{L}*|birim fiyat analiz\p{L}*|analiza cen\p{L}*|composicoes|composicao de (custos?|precos?)|analiza de pret|analize de pret|анализ\p{L}* цен\p{L}*|анализни цени|калькуляци\p{L}* единичн\p{L}*`,
);

const says = (words: RegExp) => {
  const known = new WeakMap<Digest, boolean>();
  return (list: Digest): boolean => {
    const found = known.get(list) ?? (words.test(normalized(list.sheet)) || words.test(normalized(list.title)));
    known.set(list, found);
    return found;
  };
};

export const saysAct = says(ACT);
export const saysVariation = says(VARIATION);
export const saysAnalysis = says(ANALYSIS);
