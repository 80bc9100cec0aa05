/** Addresses that end in a secret that grants access. */
const OPENS = /\/(public|answer|invitations?|confirm-email|password-recovery|not-me|change-email|company)\/[^/?#\s"]+/g;
const CODES = /([?&](?:code|state)=)[^&#\s"]+/g;

/** The same record with those secrets removed from all its texts, so that a reader of a report gains no access by it. */
export function withoutHashes<Value>(value: Value): Value {
  return stripped(value) as Value;
}

function stripped(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(OPENS, '/$1/…').replace(CODES, '$1…');
  if (Array.isArray(value)) return value.map(stripped);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stripped(each)]));
}
