import { CHUNK, chunkOf } from './chunks.ts';

type Listener = () => void;

/** The loaded rows of one list, by index and by id. Chunks are replaced, never changed. A changed row notifies only the listener of its index. */
export class RowStore<Row extends { readonly id: number }> {
  #size: number | null = null;
  #arrivals = 0;
  #chunks = new Map<number, readonly Row[]>();
  readonly #indexes = new Map<number, number>();
  readonly #listenersAt = new Map<number, Set<Listener>>();
  readonly #onArrival = new Set<Listener>();
  readonly #onChange = new Set<Listener>();

  /** The number of rows in the list, loaded or not; null until the first window arrives. */
  readonly size = (): number | null => this.#size;
  /** The number of windows that have arrived. Each may move rows. */
  readonly arrivals = (): number => this.#arrivals;
  readonly at = (index: number): Row | undefined => this.#chunks.get(chunkOf(index))?.[index % CHUNK];
  readonly keyAt = (index: number): number | undefined => this.at(index)?.id;
  readonly indexOf = (id: number): number | undefined => this.#indexes.get(id);
  readonly find = (id: number): Row | undefined => {
    const index = this.#indexes.get(id);
    return index === undefined ? undefined : this.at(index);
  };

  readonly subscribe = (index: number, listener: Listener): (() => void) => {
    const listeners = this.#listenersAt.get(index) ?? new Set();
    this.#listenersAt.set(index, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listenersAt.delete(index);
    };
  };
  readonly subscribeArrivals = (listener: Listener): (() => void) => {
    this.#onArrival.add(listener);
    return () => this.#onArrival.delete(listener);
  };
  /** Calls back when rows arrive and when single rows change where they are. */
  readonly subscribeChanges = (listener: Listener): (() => void) => {
    this.#onChange.add(listener);
    return () => this.#onChange.delete(listener);
  };

  /** Stores a window that begins with a chunk. When the list's length has changed, all other rows are dropped. */
  readonly setWindow = (offset: number, rows: readonly Row[], total: number): void => {
    if (this.#size !== null && this.#size !== total) this.clear();
    this.#size = total;
    const chunk = chunkOf(offset);
    const before = this.#chunks.get(chunk);
    for (const { id } of before ?? []) this.#indexes.delete(id);
    this.#chunks.set(chunk, rows);
    rows.forEach(({ id }, step) => {
      this.#indexes.set(id, offset + step);
    });
    for (let step = 0; step < CHUNK; step++) this.#tell(offset + step);
    this.#arrivals += 1;
    for (const listener of this.#onArrival) listener();
    for (const listener of this.#onChange) listener();
  };

  /** Replaces a row. A row without an index is not in this list and is ignored. */
  readonly put = (row: Row): void => {
    const index = this.#indexes.get(row.id);
    if (index === undefined) return;
    const rows = this.#chunks.get(chunkOf(index));
    if (!rows) return;
    this.#chunks.set(chunkOf(index), rows.with(index % CHUNK, row));
    this.#tell(index);
    for (const listener of this.#onChange) listener();
  };

  readonly clear = (): void => {
    this.#chunks = new Map();
    this.#indexes.clear();
    for (const index of this.#listenersAt.keys()) this.#tell(index);
  };

  toJSON(): { readonly size: number | null; readonly read: number } {
    return { size: this.#size, read: this.#indexes.size };
  }

  #tell(index: number): void {
    for (const listener of this.#listenersAt.get(index) ?? []) listener();
  }
}
