import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { arrivals, whenArrived } from './later.ts';

interface ArrivingProps {
  /** Shown until everything the content needs is loaded. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Suspense that shows its content as soon as its code is loaded. React by itself keeps a placeholder for at least 0.3 s, unless it renders again meanwhile.
 */
export function Arriving({ fallback = null, children }: ArrivingProps) {
  useSyncExternalStore(whenArrived, arrivals);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
