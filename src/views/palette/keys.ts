import { m } from '../../messages/messages.ts';
import { isTypedInto } from '../../ui/isTypedInto.ts';

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The label of this machine's command key. */
export const commandKey = (): string => (isApple() ? '⌘' : m.key_ctrl());

/** Ctrl-K or Cmd-K; on layouts without Latin letters, the key at K's position. */
export const asksForPalette = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)));

/** A question mark that is not part of a text. */
export const asksForShortcuts = ({ key, ctrlKey, metaKey, target, defaultPrevented }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !defaultPrevented && !isTypedInto(target);

/** Whether a dialog is open. Nothing else opens until it is answered. */
export const isAsked = (): boolean => document.querySelector('[data-modal]') !== null;
