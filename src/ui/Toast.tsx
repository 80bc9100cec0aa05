import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Toast.module.css';

interface ToastProps {
  readonly children: ReactNode;
  /** What can still be done about it, such as Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** Says at the foot of the page what has just been done. Its owner decides when it goes. */
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

/** Where toasts lie. */
export const ToastPlace = ({ children }: { readonly children: ReactNode }) => <div className={styles.place}>{children}</div>;
