/** What a column of numbers can be. */
export const NUMBER_FIELDS = [
  'quantity',
  'unit_labour',
  'unit_materials',
  'unit_tools',
  'unit_total',
  'labour',
  'materials',
  'tools',
  'total',
] as const;
export const RECOGNIZED_AS = ['code', 'name', 'unit', ...NUMBER_FIELDS, 'ignore'] as const;

export type RecognizedAs = (typeof RECOGNIZED_AS)[number];
