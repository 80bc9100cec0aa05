/** The column whose codes nest: 1 ⊃ 1.1 ⊃ 1.1.1. */
import { nestingOf } from '../cell/nesting.ts';
import type { Sample } from './sample.ts';

const FEWEST_CHILDREN = 2;
const ENOUGH = 0.2;

/** Null where no column has codes that begin with an earlier code of it. */
export function nestingColumn(sample: Sample): number | null {
  let best: { readonly column: number; readonly children: number } | null = null;
  for (const column of sample.columns) {
    const cells = sample.cells(column);
    const seen = new Set<string>();
    let children = 0;
    for (const { text } of cells) {
      const parts = nestingOf(text);
      if (parts.length === 0) continue;
      if (parts.some((_, at) => at > 0 && seen.has(parts.slice(0, at).join('.')))) children += 1;
      seen.add(parts.join('.'));
    }
    if (children >= FEWEST_CHILDREN && children >= cells.length * ENOUGH && children > (best?.children ?? 0)) best = { column, children };
  }
  return best?.column ?? null;
}
