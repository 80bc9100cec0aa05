/** Addresses whose last part opens something by itself. */
const OPENS = /\/(public|invitation|confirm-email|password-recovery)\/[^/?#\s"]+/g;

/** The same record with those parts taken out of every text in it: whoever reads a report must not be able to open what it is about. */
export function withoutHashes<Value>(value: Value): Value {
  return stripped(value) as Value;
}

function stripped(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(OPENS, '/$1/…');
  if (Array.isArray(value)) return value.map(stripped);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stripped(each)]));
}
