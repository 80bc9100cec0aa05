/** A key nobody else makes, over plain http too, where `randomUUID` is not to be had. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
