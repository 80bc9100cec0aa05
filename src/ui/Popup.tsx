import { cloneElement, type HTMLAttributes, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { preloadedPart } from './part.tsx';

const PopupBox = preloadedPart(() => import('./PopupBox.tsx').then((module) => module.PopupBox));

interface PopupProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly label: string;
  readonly open: boolean;
  /** The person wants to open or close it; the owner decides. */
  readonly onOpenChange: (open: boolean) => void;
  /** Above the button at its left edge by default; on the other side where there is no room. */
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A small box attached to its button, with any content. */
export function Popup({ trigger, open, onOpenChange, ...box }: PopupProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onClick({ currentTarget }: MouseEvent<HTMLElement>) {
          setButton(currentTarget);
          onOpenChange(!open);
        },
      })}
      <PopupBox {...box} mounted={open} open={open} button={button} onClose={() => onOpenChange(false)} />
    </>
  );
}
