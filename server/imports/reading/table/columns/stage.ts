/** The stages of work in an act: before, in this period and to date. */
import { normalized, oneOf } from '../cell/words.ts';
import { sumSupport } from '../evidence/arithmetic.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';

const TO_DATE = oneOf(
  String.raw`to date|upto date|till date|cumul\p{L}*|kumul\p{L}*|a[ck]+umul\p{L}*|narastaj\p{L}*|с начала|нарастающ\p{L}*|no (buvniecibas )?sakuma|nuo pradzios|algusest|od poczatku|od pocatku|(a )?origen|a tutto|hittil\p{L}*|total completed|toplam yapilan|s d minggu ini`,
);
const BEFORE = oneOf(
  String.raw`prev\p{L}*|last|earlier|ieprieks\p{L}*|prior|предыдущ\p{L}*|ранее|anterior\p{L}*|preceden\p{L}*|bisher|bislang|poprzedni\p{L}*|dotychczas|ankstesn\p{L}*|eelnev\p{L}*|onceki|sebelumnya|tidigare|tidligere|aiemmin|aikaisemmin|predchoz\p{L}*|eddig|vorige|остаток|remaining|balance|reste|rest|restante|saldo|atlik\p{L}*|likutis|jaak`,
);

const PERIOD = 0.3;
const OUTSIDE = 0.6;

/** By how much a column of work done is worth less than one of the work to date, which includes the work of each period. What remains is not done. */
export function stageCost({ path, means }: HeaderColumn): number {
  if (means.progress === 0) return 0;
  const words = normalized(path.join(' '));
  return TO_DATE.test(words) ? 0 : BEFORE.test(words) ? OUTSIDE : PERIOD;
}

const FEW_ROWS = 3;
const MOSTLY = 0.9;

/** The header with a column marked as work done whose words do not say so, where with the work before, or of the period, it makes the work to date. */
export function withPeriods(header: readonly HeaderColumn[], sample: Sample): readonly HeaderColumn[] {
  const done = header.filter(({ means }) => means.progress > 0);
  const toDate = done.filter(({ path }) => TO_DATE.test(normalized(path.join(' '))));
  if (toDate.length === 0 || done.length === toDate.length) return header;
  const isPeriod = ({ column, means }: HeaderColumn) =>
    means.progress === 0 &&
    sample.numbers(column).filter((number) => number !== 0 && !Number.isNaN(number)).length >= FEW_ROWS &&
    toDate.some((whole) =>
      done.some((part) => {
        if (part === whole || [part.means, whole.means].some(({ top, role }) => top !== means.top || role !== means.role)) return false;
        const { agreement, count } = sumSupport(sample, [part.column, column], whole.column);
        return agreement >= MOSTLY && count >= FEW_ROWS;
      }),
    );
  return header.map((each) => (isPeriod(each) ? { ...each, means: { ...each.means, progress: 1, elsewhere: 1 } } : each));
}
