import type { CellEdit } from '../../machines/editQueue/types.ts';
import type { ShownEdits } from '../../views/grid/needs.ts';

interface Showing {
  readonly name: string;
  readonly canShow: (edit: CellEdit) => boolean;
}

/** The tables on screen. A closed table no longer applies the answers to its edits. */
export class OpenTables implements ShownEdits {
  readonly #open = new Set<{ readonly name: string }>();
  readonly #showing = new Set<Showing>();
  readonly #listeners = new Set<() => void>();

  readonly has = (name: string): boolean => [...this.#open].some((table) => table.name === name);

  /** Counts a table as open until the returned function is called. Two screens may show one table while they change. */
  readonly open = (name: string): (() => void) => {
    const table = { name };
    this.#open.add(table);
    return () => this.#open.delete(table);
  };

  readonly show: ShownEdits['show'] = (name, canShow) => {
    const table = { name, canShow };
    this.#showing.add(table);
    this.#tell();
    return () => {
      this.#showing.delete(table);
      this.#tell();
    };
  };
  readonly isHidden = (edit: CellEdit): boolean => {
    const tables = [...this.#showing].filter(({ name }) => name === edit.table);
    return tables.length > 0 && !tables.some(({ canShow }) => canShow(edit));
  };
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
