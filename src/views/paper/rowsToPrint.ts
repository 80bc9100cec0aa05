import { createContext, useContext, useEffect } from 'react';

/** Loads all rows that a table prints. */
export type LoadRows = (signal: AbortSignal) => Promise<void>;

/** Tables on screen, which load all their rows before printing because only those in sight are loaded; and the listeners that print. */
class TablesToPrint {
  readonly #tables = new Set<LoadRows>();
  readonly #printers = new Set<() => void>();
  /** The screen that was to be printed before its printing had loaded. */
  #asked: string | null = null;

  add(load: LoadRows): () => void {
    this.#tables.add(load);
    return () => this.#tables.delete(load);
  }
  hear(print: () => void): () => void {
    this.#printers.add(print);
    if (this.#asked === location.pathname) print();
    this.#asked = null;
    return () => this.#printers.delete(print);
  }
  /** Prints as the button does. */
  readonly request = (): void => {
    this.#asked = this.#printers.size === 0 ? location.pathname : null;
    for (const print of this.#printers) print();
  };
  readonly load: LoadRows = async (signal) => {
    await Promise.all([...this.#tables].map((load) => load(signal)));
  };
}
const TablesContext = createContext(new TablesToPrint());

/** Registers a table's rows for printing. */
export function usePrintedRows(load: LoadRows): void {
  const tables = useContext(TablesContext);
  useEffect(() => tables.add(load), [tables, load]);
}
export const useLoadToPrint = (): LoadRows => useContext(TablesContext).load;
export const useRequestPrint = (): (() => void) => useContext(TablesContext).request;

/** Prints when a menu asks for it. */
export function useRequestedPrint(print: () => void): void {
  const tables = useContext(TablesContext);
  useEffect(() => tables.hear(print), [tables, print]);
}
