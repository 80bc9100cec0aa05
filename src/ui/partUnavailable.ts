/** The code of a part could not be loaded: the network is down, or a newer release has replaced its file. */
export class PartUnavailable extends Error {
  /** Allows the part to be requested again. */
  readonly forget: () => void;
  /** The part has not failed before. It may have failed unseen, a while ago. */
  readonly isFirst: boolean;
  constructor(cause: unknown, isFirst: boolean, forget: () => void) {
    super('A part of the application could not be fetched', { cause });
    this.name = 'PartUnavailable';
    this.isFirst = isFirst;
    this.forget = forget;
  }
}
