import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { arrivals, whenArrived } from './later.ts';

interface ArrivingProps {
  /** Shown until everything the content needs has come. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Suspense whose content is shown as soon as its code has come. React by itself shows a placeholder for 0.3 s at least, unless it is drawn again
 * meanwhile.
 */
export function Arriving({ fallback = null, children }: ArrivingProps) {
  useSyncExternalStore(whenArrived, arrivals);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
