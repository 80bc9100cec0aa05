/**
 * How often a float misses a cent, and how often acts that are rounded one by one miss the estimate. Both are counted on numbers as estimates have them,
 * against the exact result of `domain/`. The same numbers are generated every time.
 */
import { rowSums } from '../../domain/amounts.ts';
import { rescale, SCALE } from '../../domain/decimal.ts';

const PRODUCTS = 1_000_000;
const ROWS = 100_000;
const ACTS = 3;
const SCALE_OF_CENTS = 2;

/** Whole numbers from 0 to below `most`: a linear congruential generator, so that everybody draws the same. */
function drawing(seed: number): (most: number) => number {
  let state = BigInt(seed);
  return (most) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(most));
  };
}
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)} %`;

/** Quantities of up to 3 decimals, prices of 2. */
function floatMisses(draw: (most: number) => number): number {
  let misses = 0;
  for (let at = 0; at < PRODUCTS; at += 1) {
    const [thousandths, cents] = [1 + draw(1_000_000), 1 + draw(100_000)];
    const exact = Number(rescale(BigInt(thousandths) * BigInt(cents), 3 + SCALE_OF_CENTS, SCALE_OF_CENTS));
    const float = Math.round(((thousandths / 1_000) * (cents / 100) + Number.EPSILON) * 100);
    if (float !== exact) misses += 1;
  }
  return misses;
}

/** A row done in parts that add up to its quantity: whether its parts, each rounded, add up to its cost. */
function rowMisses(draw: (most: number) => number): number {
  let misses = 0;
  for (let at = 0; at < ROWS; at += 1) {
    const prices = { labour: price(draw), materials: price(draw), tools: price(draw) };
    const parts = Array.from({ length: ACTS }, () => BigInt(1 + draw(100_000)) * 10n ** BigInt(SCALE.quantity - 2));
    const whole = rowSums(
      parts.reduce((sum, part) => sum + part, 0n),
      prices,
    ).total;
    if (parts.reduce((sum, part) => sum + rowSums(part, prices).total, 0n) !== whole) misses += 1;
  }
  return misses;
}
const price = (draw: (most: number) => number): bigint => BigInt(1 + draw(10_000)) * 10n ** BigInt(SCALE.unitPrice - SCALE_OF_CENTS);

const [floats, rows] = [floatMisses(drawing(1)), rowMisses(drawing(2))];
console.log(`A float with epsilon misses the cent in ${floats} of ${PRODUCTS} products (${percent(floats, PRODUCTS)}).`);
console.log(`${ACTS} acts rounded one by one miss the estimate in ${rows} of ${ROWS} rows (${percent(rows, ROWS)}).`);
