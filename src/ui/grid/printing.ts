import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The most rows of a table that are printed; the workbook prints any number. */
export const MOST_PRINTED = 10_000;

/** Whether the page is being printed. The browser prints the page as it is when `beforeprint` returns. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const leave = new AbortController();
    const show = (printing: boolean) => flushSync(() => setIsPrinting(printing));
    addEventListener('beforeprint', () => show(true), { signal: leave.signal });
    addEventListener('afterprint', () => show(false), { signal: leave.signal });
    return () => leave.abort();
  }, []);
  return isPrinting;
}
