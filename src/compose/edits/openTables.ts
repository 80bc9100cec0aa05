/** The tables on screen. A closed table no longer applies the answers to its edits. */
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
