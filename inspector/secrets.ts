const NAMES = /^(access|refresh|tokens?|password|old|new|publicKey|hash|authorization|secret|under)$/i;
const HIDDEN = '•••';

/** The text of actors' contexts and events. Every secret met so far is hidden by its value, under any name. */
export function withoutSecrets() {
  const secrets = new Set<string>();
  const seek = (value: unknown, depth = 0): void => {
    if (typeof value !== 'object' || value === null || depth > 8 || 'sessionId' in value) return;
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'string' && part !== '' && NAMES.test(name)) secrets.add(part);
      else seek(part, depth + 1);
    }
  };
  /** Short secrets are hidden only as a whole, because other words contain them. */
  const hide = (text: string): string => {
    if (secrets.has(text)) return HIDDEN;
    let hidden = text;
    for (const secret of secrets) if (secret.length >= 6) hidden = hidden.replaceAll(secret, HIDDEN);
    return hidden;
  };
  return (value: unknown): string => {
    seek(value);
    const above: unknown[] = [];
    const plain = function (this: unknown, _: string, part: unknown): unknown {
      while (above.length > 0 && above.at(-1) !== this) above.pop();
      if (typeof part === 'string') return hide(part);
      if (typeof part === 'bigint') return String(part);
      if (typeof part === 'function') return undefined;
      if (typeof part !== 'object' || part === null) return part;
      if (above.includes(part)) return '(itself)';
      above.push(part);
      return part instanceof Error ? { name: part.name, message: hide(part.message) } : part;
    };
    return JSON.stringify(value, plain) ?? '';
  };
}
