import type { Change } from '../../../domain/comparison.ts';
import { m } from '../../messages/messages.ts';

/** The kind of a change as a sign and a word, so that no colour is needed. */
export const CHANGE_NAMES: Readonly<Record<Change, { readonly sign: string; readonly name: () => string }>> = {
  added: { sign: '+', name: m.change_added },
  removed: { sign: '−', name: m.change_removed },
  requantified: { sign: '≠', name: m.change_requantified },
  repriced: { sign: '≠', name: m.change_repriced },
  both: { sign: '≠', name: m.change_both },
};
