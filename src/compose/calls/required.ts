/** The value; throws where it is missing, because a step cannot begin without it. */
export function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('A required value is missing');
  return value;
}
