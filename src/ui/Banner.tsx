import type { ReactNode } from 'react';
import { m } from '../messages/messages.ts';
import styles from './Banner.module.css';
import { classNames } from './classNames.ts';
import { Icon, type IconName } from './Icon.tsx';

interface BannerProps {
  readonly tone?: 'wrong' | 'waits' | 'done';
  readonly icon?: IconName;
  readonly children: ReactNode;
  /** The next step, at the end of the banner. */
  readonly action?: ReactNode;
  /** Called on a press anywhere on the banner. */
  readonly onDismiss?: () => void;
}

const ICONS = { wrong: 'alert', waits: 'lock', done: 'check' } as const;

/** A message across the screen. `wrong` reports an error; `waits` is a hint in advance; `done` confirms an action. */
export function Banner({ tone = 'wrong', icon = ICONS[tone], children, action, onDismiss }: BannerProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span className="grow">{children}</span>
    </>
  );
  const looks = classNames(styles.banner, tone !== 'wrong' && styles[tone]);
  const role = tone === 'wrong' ? 'alert' : 'status';
  if (!onDismiss) {
    return (
      <div className={looks} role={role}>
        {content}
        {action}
      </div>
    );
  }
  return (
    <div role={role}>
      <button type="button" className={looks} onClick={onDismiss}>
        {content}
        <Icon name="cross" />
        <span className="sr-only">{m.action_dismiss()}</span>
      </button>
    </div>
  );
}
