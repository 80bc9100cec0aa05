/** The tables on screen. A table closed before its edit is answered takes no answer. */
export class OpenTables {
  readonly #open = new Set<{ readonly name: string }>();

  readonly has = (name: string): boolean => [...this.#open].some((table) => table.name === name);

  /** Counts a table as open until the returned function is called. Two screens may show one table while they change. */
  readonly open = (name: string): (() => void) => {
    const table = { name };
    this.#open.add(table);
    return () => this.#open.delete(table);
  };
}
