import { m } from '../../messages/messages.ts';

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The label of this machine's command key. */
export const commandKey = (): string => (isApple() ? '⌘' : m.key_ctrl());

/** Ctrl-K or Cmd-K; on layouts without Latin letters, the key at K's position. */
export const asksForPalette = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)));

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'));

/** A question mark that is not part of a text. */
export const asksForShortcuts = ({ key, ctrlKey, metaKey, target, defaultPrevented }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !defaultPrevented && !isField(target);

/** Whether a dialog is open. Nothing else opens until it is answered. */
export const isAsked = (): boolean => document.querySelector('[data-modal]') !== null;
