/** Which parts of an answer reveal prices (docs/product.md, 17.3). */
import type * as v from 'valibot';
import { DecimalText, Price } from './scalars.ts';
import { ROW_COLUMNS, ROW_ENTRIES, Share, UnitPriceFormula } from './shapes.ts';

type Schema = v.GenericSchema;

const SECRETS: readonly unknown[] = [DecimalText, Price, UnitPriceFormula, Share];

/** Whether a value of this schema is left out for people who see no prices. */
export const isSecret = (schema: Schema): boolean => SECRETS.includes(schema);

/** The fields of a record that is given column by column; null for any other. */
export const columnsOf = (schema: Schema): Readonly<Record<string, Schema>> | null =>
  (schema as unknown) === ROW_COLUMNS ? (ROW_ENTRIES as unknown as Readonly<Record<string, Schema>>) : null;
