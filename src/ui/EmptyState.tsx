import type { ReactNode } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** `h1` where it is the only content of the page. */
  readonly level?: 'h1' | 'h2';
  /** It replaces something that was open and is gone: its heading takes the focus of what disappeared. */
  readonly isInstead?: boolean;
}

/** A ref for a focusable heading: gives it the focus if no element has it. */
export const takesLostFocus = (heading: HTMLElement | null) => {
  if (document.activeElement === document.body) heading?.focus();
};

/** Explains an empty screen and offers the one next step. */
export function EmptyState({ title, children, action, level: Heading = 'h2', isInstead = false }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Heading {...(isInstead && { tabIndex: -1, ref: takesLostFocus })}>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** States that something could not be shown and why, and offers to try again. */
export function FailedState({ title, sentence, onRetry }: { title: string; sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.empty} role="alert">
      <h2>{title}</h2>
      <p>{sentence}</p>
      <Button onClick={onRetry}>{m.action_try_again()}</Button>
    </div>
  );
}
