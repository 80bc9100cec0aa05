/** A local row, made on this device and not yet by the server, among the server's rows. */
export interface MadeRow<Row> {
  readonly row: Row;
  /** The id of the row before it: null is the start of the list, undefined its end. */
  readonly after: number | null | undefined;
}

export interface LaidRow<Row> {
  /** Its position among the server's and the local rows. */
  readonly position: number;
  readonly row: Row;
}
type Laid = readonly Pick<LaidRow<unknown>, 'position'>[];

/** The position of the server's row at an index. */
export const positionOf = (index: number, laid: Laid): number =>
  laid.reduce((position, made) => (made.position <= position ? position + 1 : position), index);

/** The server's index for a position; for a local row, the index it will have. */
export const indexUnder = (position: number, laid: Laid): number => position - laid.filter((made) => made.position < position).length;

/** The positions of local rows, in the order they were made. A local row whose predecessor is unknown goes to the end. */
export function laidOut<Row extends { readonly id: number }>(
  made: readonly MadeRow<Row>[],
  size: number,
  indexOf: (id: number) => number | undefined,
): readonly LaidRow<Row>[] {
  let laid: readonly LaidRow<Row>[] = [];
  for (const { row, after } of made) {
    const index = typeof after === 'number' ? indexOf(after) : undefined;
    const anchor =
      laid.find((each) => each.row.id === after)?.position ?? (index === undefined ? size + laid.length - 1 : positionOf(index, laid));
    const position = after === null ? 0 : anchor + 1;
    const pushed = laid.map((each) => (each.position >= position ? { ...each, position: each.position + 1 } : each));
    laid = [...pushed, { position, row }].toSorted((one, other) => one.position - other.position);
  }
  return laid;
}
