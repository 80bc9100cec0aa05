import { CHUNK, chunkOf } from './chunks.ts';

type Listener = () => void;

/** The loaded rows of one list, by index and by id. Chunks are replaced, never changed. A changed row notifies only the listener of its index. */
export class RowStore<Row extends { readonly id: number }> {
  #size: number | null = null;
  #arrivals = 0;
  #chunks = new Map<number, readonly Row[]>();
  readonly #places = new Map<number, number>();
  readonly #atPlace = new Map<number, Set<Listener>>();
  readonly #onArrival = new Set<Listener>();
  readonly #onChange = new Set<Listener>();

  /** The number of rows in the list, loaded or not; null until the first window arrives. */
  readonly size = (): number | null => this.#size;
  /** The number of windows that have arrived. Each may move rows. */
  readonly arrivals = (): number => this.#arrivals;
  readonly at = (index: number): Row | undefined => this.#chunks.get(chunkOf(index))?.[index % CHUNK];
  readonly keyAt = (index: number): number | undefined => this.at(index)?.id;
  readonly placeOf = (id: number): number | undefined => this.#places.get(id);
  readonly find = (id: number): Row | undefined => {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.at(place);
  };

  readonly subscribe = (index: number, listener: Listener): (() => void) => {
    const listeners = this.#atPlace.get(index) ?? new Set();
    this.#atPlace.set(index, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#atPlace.delete(index);
    };
  };
  readonly subscribeArrivals = (listener: Listener): (() => void) => {
    this.#onArrival.add(listener);
    return () => this.#onArrival.delete(listener);
  };
  /** Calls back when rows arrive and when single rows change in place. */
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
    for (const { id } of before ?? []) this.#places.delete(id);
    this.#chunks.set(chunk, rows);
    rows.forEach(({ id }, step) => {
      this.#places.set(id, offset + step);
    });
    for (let step = 0; step < CHUNK; step++) this.#tell(offset + step);
    this.#arrivals += 1;
    for (const listener of this.#onArrival) listener();
    for (const listener of this.#onChange) listener();
  };

  /** Replaces a row. A row without an index is not in this list and is ignored. */
  readonly put = (row: Row): void => {
    const place = this.#places.get(row.id);
    if (place === undefined) return;
    const rows = this.#chunks.get(chunkOf(place));
    if (!rows) return;
    this.#chunks.set(chunkOf(place), rows.with(place % CHUNK, row));
    this.#tell(place);
    for (const listener of this.#onChange) listener();
  };

  readonly clear = (): void => {
    this.#chunks = new Map();
    this.#places.clear();
    for (const place of this.#atPlace.keys()) this.#tell(place);
  };

  toJSON(): { readonly size: number | null; readonly read: number } {
    return { size: this.#size, read: this.#places.size };
  }

  #tell(place: number): void {
    for (const listener of this.#atPlace.get(place) ?? []) listener();
  }
}
