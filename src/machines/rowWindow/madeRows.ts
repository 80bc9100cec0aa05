/** A local row, made on this device and not yet by the server, among the server's rows. */
export interface MadeRow<Row> {
  readonly row: Row;
  /** The id of the row before it: null is the start of the list, undefined its end. */
  readonly after: number | null | undefined;
}

export interface LaidRow<Row> {
  /** Its position among the server's and the local rows. */
  readonly place: number;
  readonly row: Row;
}
type Laid = readonly Pick<LaidRow<unknown>, 'place'>[];

/** The position of the server's row at an index. */
export const placeOf = (index: number, laid: Laid): number =>
  laid.reduce((place, made) => (made.place <= place ? place + 1 : place), index);

/** The server's index for a position; for a local row, the index it will have. */
export const indexUnder = (place: number, laid: Laid): number => place - laid.filter((made) => made.place < place).length;

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
      laid.find((each) => each.row.id === after)?.place ?? (index === undefined ? size + laid.length - 1 : placeOf(index, laid));
    const place = after === null ? 0 : anchor + 1;
    const pushed = laid.map((each) => (each.place >= place ? { ...each, place: each.place + 1 } : each));
    laid = [...pushed, { place, row }].toSorted((one, other) => one.place - other.place);
  }
  return laid;
}
