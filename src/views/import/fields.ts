import type { RecognizedAs } from '../../../domain/api/recognizedAs.ts';
import { m } from '../../messages/messages.ts';

/** The names of the fields that a column can be recognised as. */
const NAMES: Readonly<Record<RecognizedAs, () => string>> = {
  code: m.import_field_code,
  name: m.import_field_name,
  unit: m.import_field_unit,
  quantity: m.import_field_quantity,
  unit_labour: m.import_field_unit_labour,
  unit_materials: m.import_field_unit_materials,
  unit_tools: m.import_field_unit_tools,
  unit_total: m.import_field_unit_total,
  labour: m.import_field_labour,
  materials: m.import_field_materials,
  tools: m.import_field_tools,
  total: m.import_field_total,
  ignore: m.import_field_ignore,
};
export const fieldName = (field: RecognizedAs): string => NAMES[field]();
export const isField = (key: string): key is RecognizedAs => key in NAMES;
/** In the order they are offered. */
export const FIELDS = Object.keys(NAMES).filter(isField);

/** "AB" for 27: columns as a spreadsheet letters them, from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
