import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FilePicker } from '../../src/views/project/FilePicker.tsx';
import { useBrought } from '../../src/views/project/useBrought.ts';

afterEach(cleanup);

const file = new File(['a'], 'a.xlsx');
const dropped = () => fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [file] } });
const pasted = (text: string, target: Element = document.body) =>
  fireEvent.paste(target, { clipboardData: { files: [], getData: () => text } });

test('a drop or paste goes to the current receiver, and to nobody once the screen is left', () => {
  const taken: string[] = [];
  const takersOf = (name: string) => ({
    onFile: (each: File) => void taken.push(`${name} ${each.name}`),
    onText: (text: string) => void taken.push(`${name} ${text}`),
  });
  const { rerender, unmount } = renderHook(useBrought, { initialProps: takersOf('first') });
  dropped();
  rerender(takersOf('second'));
  dropped();
  pasted('Brick\t10');
  pasted('  ');
  const field = document.body.appendChild(document.createElement('input'));
  pasted('typed into a field', field);
  field.remove();
  unmount();
  dropped();
  expect(taken).toEqual(['first a.xlsx', 'second a.xlsx', 'second Brick\t10']);
});

test('the window reports a file dragged over it until the file leaves or is dropped', () => {
  const { result } = renderHook(useBrought, { initialProps: { onFile: () => undefined } });
  const over = (types: readonly string[]) => void fireEvent.dragOver(window, { dataTransfer: { types, files: [file] } });
  const leave = (relatedTarget: Element | null) => void fireEvent(window, new MouseEvent('dragleave', { relatedTarget }));
  const seen: boolean[] = [];
  for (const step of [
    () => over(['text/plain']),
    () => over(['Files']),
    () => leave(document.body),
    () => leave(null),
    () => over(['Files']),
    dropped,
  ]) {
    step();
    seen.push(result.current);
  }
  expect(seen).toEqual([false, true, true, false, true, false]);
});

test('a file chosen in the picker is taken, the first of several, and the same one can be chosen again', () => {
  const taken: string[] = [];
  const onChoose = ({ name }: File) => void taken.push(name);
  render(<FilePicker title="" lead="" problem={null} onChoose={onChoose} onPaste={() => undefined} />);
  const field = screen.getByLabelText<HTMLInputElement>('Workbook');
  const choose = (...files: readonly File[]) => fireEvent.change(field, { target: { files } });
  choose(file);
  expect(field.value).toBe('');
  choose();
  choose(file, new File(['b'], 'b.xlsx'));
  expect(taken).toEqual(['a.xlsx', 'a.xlsx']);
});
