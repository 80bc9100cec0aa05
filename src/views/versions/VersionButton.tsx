import type { ComponentProps } from 'react';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

interface VersionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly number: number;
  readonly count: number;
}

/** "Version 2 of 3", the button of the versions' menu. */
export const VersionButton = ({ number, count, ...rest }: VersionButtonProps) => (
  <button {...rest} type="button" className={buttonClass({ size: 'small' })}>
    {m.estimate_version({ number })} <span className="sign">{m.estimate_version_of({ count })}</span>
    <Icon name="chevronDown" />
  </button>
);
