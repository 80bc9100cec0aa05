import { type RefObject, useImperativeHandle, useLayoutEffect } from 'react';
import { enteredText } from './keys.ts';
import { focusTable } from './pointing.ts';
import type { KeptPlace, PlaceInGrid } from './types.ts';

/** Reports a table's scroll position and the text of its open editor, and restores them at first. */
export function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, place: KeptPlace | undefined): void {
  const { reader, begin } = place ?? {};
  useImperativeHandle(
    reader,
    () => (): PlaceInGrid => {
      const { scrollTop = 0, scrollLeft = 0 } = scroller.current ?? {};
      const editor = scroller.current?.querySelector<HTMLInputElement>('[role=grid] input');
      return { top: scrollTop, left: scrollLeft, text: editor ? enteredText(editor) : null };
    },
    [scroller],
  );
  useLayoutEffect(() => {
    if (!begin) return;
    scroller.current?.scrollTo(begin);
    if (begin.text === null) focusTable(scroller.current ?? undefined);
  }, [begin, scroller]);
}
