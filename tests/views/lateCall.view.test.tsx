import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLateCall } from '../../src/ui/lateCall.ts';

test('what is asked of a part before it is ready is done when it is, once, and of several the last', () => {
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

test('what was asked in one list is not done in the next', () => {
  const { result, rerender } = renderHook(({ list }) => useLateCall<string>(list), { initialProps: { list: 'Walls' } });
  const asked: string[] = [];
  result.current.call('Sand');
  rerender({ list: 'Roof' });
  result.current.onReady((of) => asked.push(of));
  expect(asked).toEqual([]);
  result.current.call('Tile');
  expect(asked).toEqual(['Tile']);
});
