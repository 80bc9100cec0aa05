/** Rows that may be added up for each row of the sheet. Headings within headings and lump sums among works need far fewer. */
const FOR_EACH = 100;

/**
 * Bounds how many rows a search for sums adds up: amounts that go up and down would otherwise be added up to the end of the sheet again and
 * again. A search that has used up its work finds nothing more.
 */
export class Work {
  #left: number;
  constructor(rows: number) {
    this.#left = rows * FOR_EACH;
  }
  mayAdd(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}
