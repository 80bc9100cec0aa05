/** What a step of a machine cannot begin without. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('Nothing was given');
  return value;
}
