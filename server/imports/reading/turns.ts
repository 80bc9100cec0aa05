/** Whose file is read next. Two files are read at once: one of any size, and beside it one small file. */

/** Bytes of an upload that is small: some 2,000 rows. Reading one takes a second or two. */
export const SMALL = 128 * 1024;

interface Waiting {
  readonly size: number;
  /** The team that uploaded the file; its files share a turn. */
  readonly owner: number;
  readonly begin: () => void;
}

/**
 * Small files have a slot of their own, so that none waits for a large one. The other slot serves owners in turn, and the files of an
 * owner in their order: a team that uploads many files waits only for its own.
 */
export class Turns {
  readonly #waiting: Waiting[] = [];
  readonly #running = { any: false, small: false };
  /** Owners by when they were last given the slot for any file, the latest last. */
  readonly #served: number[] = [];

  /** Runs the work when its turn has come. */
  async take<Result>(size: number, owner: number, work: () => Promise<Result>): Promise<Result> {
    const slot = await this.#slotFor(size, owner);
    try {
      return await work();
    } finally {
      this.#running[slot] = false;
      this.#beginNext();
    }
  }

  #slotFor(size: number, owner: number): Promise<'any' | 'small'> {
    const { promise, resolve } = Promise.withResolvers<'any' | 'small'>();
    const begin = () => resolve(this.#occupied(size, owner));
    this.#waiting.push({ size, owner, begin });
    this.#beginNext();
    return promise;
  }

  /** Takes the slot for a file that begins. */
  #occupied(size: number, owner: number): 'any' | 'small' {
    const slot = size <= SMALL && !this.#running.small ? 'small' : 'any';
    this.#running[slot] = true;
    if (slot === 'any') {
      const at = this.#served.indexOf(owner);
      if (at >= 0) this.#served.splice(at, 1);
      this.#served.push(owner);
    }
    return slot;
  }

  #beginNext(): void {
    if (!this.#running.small) this.#beginAt(this.#waiting.findIndex(({ size }) => size <= SMALL));
    if (this.#running.any) return;
    const owners = this.#waiting.map(({ owner }) => this.#served.indexOf(owner));
    this.#beginAt(owners.indexOf(Math.min(...owners)));
    if (!this.#running.any) this.#served.length = 0;
  }

  #beginAt(at: number): void {
    const [first] = at < 0 ? [] : this.#waiting.splice(at, 1);
    first?.begin();
  }
}
