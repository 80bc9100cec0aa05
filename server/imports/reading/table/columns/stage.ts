/** Which columns of an act are preferred: the work done to date includes the work of each period, and what remains is not done. */
import { normalized } from '../cell/words.ts';
import type { HeaderColumn } from '../header/header.ts';

const holding = (words: string) => new RegExp(`(?<=^|\\s)(${words})(?=$|\\s)`, 'u');

const TO_DATE = holding(
  String.raw`to date|upto date|till date|cumul\p{L}*|kumul\p{L}*|a[ck]+umul\p{L}*|narastaj\p{L}*|с начала|нарастающ\p{L}*|no (buvniecibas )?sakuma|nuo pradzios|algusest|od poczatku|od pocatku|(a )?origen|a tutto|hittil\p{L}*|total completed|toplam yapilan|s d minggu ini`,
);
const BEFORE = holding(
  String.raw`prev\p{L}*|last|earlier|ieprieks\p{L}*|предыдущ\p{L}*|ранее|anterior\p{L}*|preceden\p{L}*|bisher|bislang|poprzedni\p{L}*|dotychczas|ankstesn\p{L}*|eelnev\p{L}*|onceki|sebelumnya|tidigare|tidligere|aiemmin|aikaisemmin|predchoz\p{L}*|eddig|vorige|остаток|remaining|balance|reste|rest|restante|saldo|atlik\p{L}*|likutis|jaak`,
);

const PERIOD = 0.3;
const OUTSIDE = 0.6;

/** By how much a column of work done is worth less than one of the work to date. */
export function stageCost({ path, means }: HeaderColumn): number {
  if (means.progress === 0) return 0;
  const words = normalized(path.join(' '));
  return TO_DATE.test(words) ? 0 : BEFORE.test(words) ? OUTSIDE : PERIOD;
}
