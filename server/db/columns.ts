/** Types of columns as they are read, inserted and set. */
import type { ColumnType } from 'kysely';
import type { RowFormulas } from '../../domain/rowFields.ts';

/** Numeric columns are read as decimal text and written as decimal text. */
export type Decimal = ColumnType<string, string, string>;
/** Written as JSON text. */
export type Formulas = ColumnType<RowFormulas, string | null | undefined, string | null>;
export type Counted = ColumnType<string, string | undefined, string>;
export type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
export type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
