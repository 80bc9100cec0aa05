/** Rows made on this device that the server has not answered yet, among those of the server. */
export interface MadeRow<Row> {
  readonly row: Row;
  /** The row it stands behind, by id: null is the start of the list, undefined its end. */
  readonly after: number | null | undefined;
}

export interface LaidRow<Row> {
  /** Among all rows of the list. */
  readonly place: number;
  readonly row: Row;
}
type Laid = readonly Pick<LaidRow<unknown>, 'place'>[];

/** The place among all rows of the server's row at an index. */
export const placeOf = (index: number, laid: Laid): number =>
  laid.reduce((place, made) => (made.place <= place ? place + 1 : place), index);

/** The server's index of a row, or of where a made row stands among the server's. */
export const indexUnder = (place: number, laid: Laid): number => place - laid.filter((made) => made.place < place).length;

/** Where made rows stand, in the order they were made. One behind a row that is not known stands at the end. */
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
