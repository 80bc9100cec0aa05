import { addUp, rowSums, type Sums } from '../../../domain/amounts.ts';
import { exact, SCALE } from '../../../domain/decimal.ts';
import type { ReadRow } from '../../../server/imports/reading/index.ts';

const scaled = (text: string | null) => exact(text ?? '0', SCALE.quantity);

/** The sum of the rounded rows that are not in error. */
export const totalOf = (rows: readonly ReadRow[]): Sums =>
  addUp(
    rows
      .filter(({ errors }) => errors.length === 0)
      .map((row) =>
        rowSums(scaled(row.quantity), {
          labour: scaled(row.unit_labour),
          materials: scaled(row.unit_materials),
          tools: scaled(row.unit_tools),
        }),
      ),
  );
