import * as v from 'valibot';
import { ColumnLayout } from '../columnLayout.ts';

/** How a person has set up their screens; null for the defaults. */
export const Preferences = v.strictObject({ list_columns: v.nullable(ColumnLayout) });
export type Preferences = v.InferOutput<typeof Preferences>;
