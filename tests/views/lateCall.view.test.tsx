import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLateCall } from '../../src/ui/lateCall.ts';

test('a call to a part that is not ready is made once it is, and of several calls only the last', () => {
  const { result, rerender } = renderHook(() => useLateCall<string>('Walls'));
  const { call, onReady } = result.current;
  const asked: string[] = [];
  const part = (of: string) => asked.push(of);
  call('Sand');
  call('Brick');
  onReady(part);
  expect(asked).toEqual(['Brick']);
  call('Gravel');
  onReady(null);
  onReady(part);
  expect(asked).toEqual(['Brick', 'Gravel']);
  onReady(null);
  call('Sand');
  expect(asked).toEqual(['Brick', 'Gravel']);
  onReady(part);
  expect(asked).toEqual(['Brick', 'Gravel', 'Sand']);
  rerender();
  expect(result.current).toEqual({ call, onReady });
});

test('a call made in one list is not carried over to the next', () => {
  const { result, rerender } = renderHook(({ list }) => useLateCall<string>(list), { initialProps: { list: 'Walls' } });
  const asked: string[] = [];
  result.current.call('Sand');
  rerender({ list: 'Roof' });
  result.current.onReady((of) => asked.push(of));
  expect(asked).toEqual([]);
  result.current.call('Tile');
  expect(asked).toEqual(['Tile']);
});
