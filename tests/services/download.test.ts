import { expect, test, vi } from 'vitest';
import { saveText } from '../../src/services/download.ts';

test('a downloaded file stays readable well after the click, and is released later', () => {
  vi.useFakeTimers();
  const clicked: unknown[] = [];
  const link = { click: () => clicked.push({ ...link, click: undefined }) };
  vi.stubGlobal('document', { createElement: () => link });
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const let_go = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  saveText('Log.csv', 'text/csv', 'a');
  expect(clicked).toEqual([{ href: 'blob:1', download: 'Log.csv', click: undefined }]);
  expect(made.mock.calls[0]?.[0]).toHaveProperty('type', 'text/csv;charset=utf-8');
  vi.advanceTimersByTime(30_000);
  expect(let_go).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(let_go).toHaveBeenCalledExactlyOnceWith('blob:1');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
