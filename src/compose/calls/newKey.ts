/** A unique key. `randomUUID` does not exist over plain http. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
