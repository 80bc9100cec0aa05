/** Counts the child's own time: the clock is paused while the child waits for us. */
export class Clock {
  #left: number;
  readonly #ring: () => void;
  #running: { readonly timer: NodeJS.Timeout; readonly since: number } | null = null;

  constructor(left: number, ring: () => void) {
    this.#left = left;
    this.#ring = ring;
  }

  start(): void {
    this.#running ??= { timer: setTimeout(() => this.#over(), this.#left), since: performance.now() };
  }

  /** Starts the clock again after it has rung, with this much time left. */
  more(left: number): void {
    this.stop();
    this.#left = left;
    this.start();
  }

  stop(): void {
    if (this.#running === null) return;
    clearTimeout(this.#running.timer);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#running.since));
    this.#running = null;
  }

  #over(): void {
    this.#running = null;
    this.#left = 0;
    this.#ring();
  }
}
