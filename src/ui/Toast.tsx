import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Toast.module.css';

interface ToastProps {
  readonly children: ReactNode;
  /** A follow-up action, such as Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** A message at the bottom of the page about the last action. Its owner removes it. */
export function Toast({ children, action }: ToastProps) {
  return (
    <div className={styles.toast} role="status">
      <span>{children}</span>
      {action && (
        <Button kind="func" size="small" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** The region in which toasts appear. */
export const ToastRegion = ({ children }: { readonly children: ReactNode }) => <div className={styles.place}>{children}</div>;
