/** The code of a part could not be fetched: the network is away, or a newer release has taken its file's place. */
export class PartUnavailable extends Error {
  /** Lets the part be asked for anew. */
  readonly forget: () => void;
  constructor(cause: unknown, forget: () => void) {
    super('A part of the application could not be fetched', { cause });
    this.name = 'PartUnavailable';
    this.forget = forget;
  }
}
