import { sharedWith } from '../resource/shared.ts';
import { CHUNK, chunkOf } from './chunks.ts';
import { indexUnder, type LaidRow, laidOut, type MadeRow, positionOf } from './madeRows.ts';

type Listener = () => void;

const rowIn = <Row>(chunks: ReadonlyMap<number, readonly Row[]>, index: number): Row | undefined =>
  chunks.get(chunkOf(index))?.[index % CHUNK];

/**
 * The loaded rows of one list by position and by id, with local rows among them, and with an empty row at the end of an editable list. Chunks are
 * replaced, never changed; a row that is loaded again unchanged stays the same object. A changed row notifies only the listeners of its position.
 */
export class RowStore<Row extends { readonly id: number }> {
  #size: number | null = null;
  #arrivals = 0;
  #chunks = new Map<number, readonly Row[]>();
  /** The rows as they were before the list's length changed, until their chunk is loaded again. */
  #dropped = new Map<number, readonly Row[]>();
  readonly #indexes = new Map<number, number>();
  readonly #listenersAt = new Map<number, Set<Listener>>();
  readonly #onArrival = new Set<Listener>();
  readonly #onChange = new Set<Listener>();
  readonly #onRows = new Set<(rows: readonly Row[]) => void>();
  #made: readonly MadeRow<Row>[] = [];
  #laid: readonly LaidRow<Row>[] = [];
  #makeEmpty: (() => Row) | null = null;
  #empty: Row | null = null;
  /** The server's ids of rows that were local, by the local id, and the reverse. */
  readonly #ids = new Map<number, number>();
  readonly #keys = new Map<number, number>();

  /** The number of rows in the list, loaded or not; null until the first window arrives. */
  readonly size = (): number | null => (this.#size === null ? null : this.#size + this.#laid.length);
  /** The number of positions, with the empty row at the end. */
  readonly places = (): number | null => {
    const size = this.size();
    return size === null || this.#empty === null ? size : size + 1;
  };
  /** The number of windows that have arrived. Each may move rows. */
  readonly arrivals = (): number => this.#arrivals;
  /** Whether any window is loaded, even one without rows. */
  readonly isRead = (): boolean => this.#chunks.size > 0;
  readonly at = (position: number): Row | undefined => {
    if (this.#empty !== null && position === this.size()) return this.#empty;
    const made = this.#laid.length > 0 ? this.#laid.find((laid) => laid.position === position) : undefined;
    return made ? made.row : rowIn(this.#chunks, indexUnder(position, this.#laid));
  };
  /** The row at a position, or the one that a person saw there last while it is loaded again: other rows may have come before it since. */
  readonly seenAt = (position: number): Row | undefined => this.at(position) ?? rowIn(this.#dropped, indexUnder(position, this.#laid));
  readonly keyAt = (position: number): number | undefined => this.#keyOf(this.at(position));
  readonly keySeenAt = (position: number): number | undefined => this.#keyOf(this.seenAt(position));
  readonly indexOf = (id: number): number | undefined => {
    const index = this.#indexes.get(this.#ids.get(id) ?? id);
    if (index !== undefined) return positionOf(index, this.#laid);
    if (id === this.#empty?.id) return this.size() ?? undefined;
    return this.#laid.find(({ row }) => row.id === id)?.position;
  };
  readonly find = (id: number): Row | undefined => {
    const position = this.indexOf(id);
    return position === undefined ? undefined : this.at(position);
  };
  readonly isEmptyRow = (row: Row): boolean => row === this.#empty;

  readonly subscribe = (position: number, listener: Listener): (() => void) => {
    const listeners = this.#listenersAt.get(position) ?? new Set();
    this.#listenersAt.set(position, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listenersAt.delete(position);
    };
  };
  readonly subscribeArrivals = (listener: Listener): (() => void) => {
    this.#onArrival.add(listener);
    return () => this.#onArrival.delete(listener);
  };
  /** Calls back when rows arrive and when single rows are replaced. */
  readonly subscribeChanges = (listener: Listener): (() => void) => {
    this.#onChange.add(listener);
    return () => this.#onChange.delete(listener);
  };

  /** Calls back with the rows loaded so far, then with those that arrive and each that is replaced. */
  readonly subscribeRows = (listener: (rows: readonly Row[]) => void): (() => void) => {
    for (const rows of this.#chunks.values()) listener(rows);
    this.#onRows.add(listener);
    return () => this.#onRows.delete(listener);
  };

  /** Stores a window that begins with a chunk. When the list's length has changed, all other rows are dropped. */
  readonly setWindow = (offset: number, rows: readonly Row[], total: number): void => {
    if (this.#size !== null && this.#size !== total) {
      const dropped = new Map([...this.#dropped, ...this.#chunks]);
      this.clear();
      this.#dropped = dropped;
    }
    this.#size = total;
    const chunk = chunkOf(offset);
    const before = new Map((this.#chunks.get(chunk) ?? []).map((row) => [row.id, row]));
    for (const id of before.keys()) this.#indexes.delete(id);
    this.#put(
      chunk,
      rows.map((row) => sharedWith(before.get(row.id), row)),
    );
    this.#layOut();
    for (const listener of this.#onRows) listener(rows);
    this.#tellArrival();
  };

  /** Replaces a row. A row without an index is not in this list and is ignored. */
  readonly put = (row: Row): void => {
    const index = this.#indexes.get(row.id);
    if (index === undefined) return;
    const rows = this.#chunks.get(chunkOf(index));
    if (!rows) return;
    this.#chunks.set(chunkOf(index), rows.with(index % CHUNK, sharedWith(rows[index % CHUNK], row)));
    this.#tell(positionOf(index, this.#laid));
    for (const listener of this.#onRows) listener([row]);
    for (const listener of this.#onChange) listener();
  };

  /** Makes the list editable: it ends in an empty row, and in another one once that has become a row. Null ends that. */
  readonly setEmptyRow = (make: (() => Row) | null): void => {
    this.#makeEmpty = make;
    this.#empty = make?.() ?? null;
    this.#tellArrival();
  };

  /** Sets the local rows, in the order they were made. */
  readonly setMade = (made: readonly MadeRow<Row>[]): void => {
    const open = made.filter(({ row }) => !this.#ids.has(row.id));
    if (open.length === this.#made.length && open.every((each, at) => each === this.#made[at])) return;
    this.#made = open;
    if (open.some(({ row }) => row.id === this.#empty?.id)) this.#empty = this.#makeEmpty?.() ?? null;
    this.#layOut();
    this.#tellArrival();
  };

  /** Replaces a local row by the server's. Returns false where other rows must be loaded again to know their positions. */
  readonly settle = (here: number, row: Row): boolean => {
    const index = this.#laid.find((laid) => laid.row.id === here)?.position;
    this.#ids.set(here, row.id);
    this.#keys.set(row.id, here);
    const isKnown = this.#indexes.has(row.id);
    const isWhole = isKnown || (index !== undefined && this.#insert(indexUnder(index, this.#laid), row));
    this.#made = this.#made.filter((made) => made.row.id !== here);
    this.#layOut();
    this.#tellArrival();
    return isWhole;
  };

  readonly clear = (): void => {
    this.#chunks = new Map();
    this.#dropped = new Map();
    this.#indexes.clear();
    this.#tellAll();
  };

  toJSON(): { readonly size: number | null; readonly read: number } {
    return { size: this.#size, read: this.#indexes.size };
  }

  /** A row that was local keeps its local id as its key. */
  #keyOf(row: Row | undefined): number | undefined {
    return row && (this.#keys.get(row.id) ?? row.id);
  }

  #put(chunk: number, rows: readonly Row[]): void {
    this.#chunks.set(chunk, rows);
    this.#dropped.delete(chunk);
    rows.forEach(({ id }, step) => {
      this.#indexes.set(id, chunk * CHUNK + step);
    });
  }

  /** Inserts a row among the server's. Returns false where loaded rows after it have neighbours that are not loaded. */
  #insert(index: number, row: Row): boolean {
    if (this.#size === null) return false;
    const last = chunkOf(this.#size);
    const isNew = index === this.#size && index % CHUNK === 0;
    let carried: Row | undefined = row;
    let isWhole = isNew || this.#chunks.has(chunkOf(index));
    for (let chunk = chunkOf(index); chunk <= last; chunk++) {
      const rows: readonly Row[] | undefined = this.#chunks.get(chunk) ?? (chunk * CHUNK === this.#size ? [] : undefined);
      if (rows === undefined || carried === undefined) {
        isWhole &&= rows === undefined || rows.length === 0;
        carried = undefined;
        for (const { id } of rows ?? []) this.#indexes.delete(id);
        this.#chunks.delete(chunk);
        continue;
      }
      const at = chunk === chunkOf(index) ? index % CHUNK : 0;
      const longer: readonly Row[] = rows.toSpliced(at, 0, carried);
      this.#put(chunk, longer.slice(0, CHUNK));
      carried = longer[CHUNK];
    }
    this.#size += 1;
    return isWhole;
  }

  #layOut(): void {
    this.#laid = this.#made.length === 0 ? [] : laidOut(this.#made, this.#size ?? 0, (id) => this.#indexes.get(this.#ids.get(id) ?? id));
  }

  #tell(position: number): void {
    for (const listener of this.#listenersAt.get(position) ?? []) listener();
  }

  #tellAll(): void {
    for (const position of this.#listenersAt.keys()) this.#tell(position);
  }

  #tellArrival(): void {
    this.#arrivals += 1;
    this.#tellAll();
    for (const listener of this.#onArrival) listener();
    for (const listener of this.#onChange) listener();
  }
}
