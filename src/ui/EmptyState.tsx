import type { ReactNode } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import styles from './EmptyState.module.css';

/** What a place is for while nothing is in it, and the one next step. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What could not be shown, why, and the way to try again. */
export function FailedState({ title, sentence, onRetry }: { title: string; sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.empty} role="alert">
      <h2>{title}</h2>
      <p>{sentence}</p>
      <Button onClick={onRetry}>{m.action_try_again()}</Button>
    </div>
  );
}
