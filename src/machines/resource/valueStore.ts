/** One value that several parts of a screen show; null until it is loaded. */
export class ValueStore<Value> {
  #value: Value | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #kept: (before: Value | null, value: Value) => Value;

  /** `kept` returns the value to keep, from the previous value and a new one. */
  constructor(kept: (before: Value | null, value: Value) => Value = (_, value) => value) {
    this.#kept = kept;
  }

  readonly get = (): Value | null => this.#value;
  readonly set = (value: Value): void => {
    this.#value = this.#kept(this.#value, value);
    for (const listener of this.#listeners) listener();
  };
  readonly clear = (): void => {
    this.#value = null;
    for (const listener of this.#listeners) listener();
  };
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  toJSON(): { readonly read: boolean } {
    return { read: this.#value !== null };
  }
}
