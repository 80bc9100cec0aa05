import { useMemo } from 'react';
import type { Carried } from '../../../domain/api/contractShapes.ts';
import type { ActSummary } from '../../../domain/api/shapes.ts';
import { beforeFrom } from '../../../domain/carriedBefore.ts';
import { m } from '../../messages/messages.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { wideEnough } from '../grid/widths.ts';

/** "(from version 1)" where the work completed before was carried; undefined in a contract's first version. */
export function beforeNote(carried: readonly Carried[], summary: ActSummary): string | undefined {
  const from = beforeFrom(carried, summary.total_with_taxes.completed_before.total);
  if (from === null) return undefined;
  return from.whole ? m.act_before_from(from) : m.act_before_with(from);
}

/** The columns of work done before, with the version it comes from. */
export function useBeforeNoted<Row>(
  columns: readonly GridColumn<Row>[],
  carried: readonly Carried[],
  summary: ActSummary,
): readonly GridColumn<Row>[] {
  const note = beforeNote(carried, summary);
  return useMemo(
    () =>
      note === undefined
        ? columns
        : wideEnough(
            columns.map((column) => (/_before$/.test(column.id) ? { ...column, note } : column)),
            {},
          ),
    [columns, note],
  );
}
