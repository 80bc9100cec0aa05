import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';

/** A line across the screen. `wrong` says what went wrong; `waits` says what to know beforehand. With `onDismiss` a press takes it away. */
export function Banner({ tone = 'wrong', children, onDismiss }: { tone?: 'wrong' | 'waits'; children: ReactNode; onDismiss?: () => void }) {
  const content = (
    <>
      <Icon name={tone === 'wrong' ? 'alert' : 'lock'} />
      <span className="grow">{children}</span>
    </>
  );
  const looks = classNames(styles.banner, tone === 'waits' && styles.waits);
  if (!onDismiss) {
    return (
      <div className={looks} role={tone === 'wrong' ? 'alert' : 'status'}>
        {content}
      </div>
    );
  }
  return (
    <div role="alert">
      <button type="button" className={looks} onClick={onDismiss}>
        {content}
        <Icon name="cross" />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}
