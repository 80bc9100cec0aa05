/** The column whose codes nest: 1 ⊃ 1.1 ⊃ 1.1.1. */
import type { Sample } from './sample.ts';

/** Null where no column has codes that begin with an earlier code of it. */
export function nestingColumn(sample: Sample): number | null {
  let best: { readonly column: number; readonly children: number } | null = null;
  for (const column of sample.columns) {
    const children = sample.nested(column);
    if (children > (best?.children ?? 0)) best = { column, children };
  }
  return best?.column ?? null;
}
