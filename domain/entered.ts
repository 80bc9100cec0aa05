/** Numbers as people enter them: plain, or as the formula behind "=" that gives them. `formula.ts` works formulas out. */

/** Whether a typed or pasted text is a formula. */
export const isFormula = (text: string): boolean => text.trimStart().startsWith('=');

const OPERATORS: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', ',': '.' };
/** A formula as it is sent: without blanks, with points and the signs + - * /. */
export const plainFormula = (text: string): string => text.replace(/\s/g, '').replace(/[×·÷−,]/g, (sign) => OPERATORS[sign] ?? sign);

/** The text that a number of a record is edited as: its formula where it has one. */
export function enteredIn(record: object, field: string): string {
  const { [field]: value, formulas } = record as Readonly<Record<string, unknown>>;
  const formula = (formulas as Readonly<Record<string, string>> | null | undefined)?.[field];
  return formula ? `=${formula}` : String(value ?? '');
}
