import { createContext, useContext, useEffect } from 'react';

/** Loads all rows that a table prints. */
export type LoadRows = (signal: AbortSignal) => Promise<void>;

/** The tables on screen whose rows are loaded only as far as they are in sight. */
class TablesToPrint {
  readonly #tables = new Set<LoadRows>();

  add(load: LoadRows): () => void {
    this.#tables.add(load);
    return () => this.#tables.delete(load);
  }
  readonly load: LoadRows = async (signal) => {
    await Promise.all([...this.#tables].map((load) => load(signal)));
  };
}
const TablesContext = createContext(new TablesToPrint());

/** Offers a table's rows to whoever prints the screen. */
export function usePrintedRows(load: LoadRows): void {
  const tables = useContext(TablesContext);
  useEffect(() => tables.add(load), [tables, load]);
}
export const useLoadToPrint = (): LoadRows => useContext(TablesContext).load;
