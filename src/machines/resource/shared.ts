const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value, with its unchanged parts replaced by the objects of the earlier value, so that they are not rendered again. Both are values that JSON
 * can hold.
 */
export function sharedWith<Value>(before: unknown, value: Value): Value;
export function sharedWith(before: unknown, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) {
    const shared = value.map((each, at) => sharedWith(before[at], each));
    return shared.length === before.length && shared.every((each, at) => each === before[at]) ? before : shared;
  }
  if (isObject(before) && isObject(value)) {
    const shared = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sharedWith(before[key], each)]));
    const keys = Object.keys(shared);
    return keys.length === Object.keys(before).length && keys.every((key) => key in before && shared[key] === before[key])
      ? before
      : shared;
  }
  return value;
}
