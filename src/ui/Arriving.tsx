import { type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react';
import { whenArrived } from './later.ts';

interface WaitingProps {
  readonly again: () => void;
  readonly children: ReactNode;
}

function Waiting({ again, children }: WaitingProps) {
  useLayoutEffect(() => whenArrived(again), [again]);
  return children;
}

interface ArrivingProps {
  /** Shown until everything the content needs has come. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Suspense whose content is shown as soon as its code has come. React by itself shows a placeholder for 0.3 s at least, unless something is drawn
 * again meanwhile.
 */
export function Arriving({ fallback = null, children }: ArrivingProps) {
  const [, again] = useReducer((count: number) => count + 1, 0);
  return <Suspense fallback={<Waiting again={again}>{fallback}</Waiting>}>{children}</Suspense>;
}
