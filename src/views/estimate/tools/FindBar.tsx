import { useSelector } from '@xstate/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { findMachine } from '../../../machines/find/find.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchField } from '../../../ui/Field.tsx';
import { useEmitted } from '../../reading.ts';
import styles from './tools.module.css';

/** The result of the search, in a few words. */
function outcome({ context, value }: ReturnType<ActorRefFrom<typeof findMachine>['getSnapshot']>): string {
  const { found, at, sentence, text } = context;
  if (sentence !== null) return sentenceText(sentence);
  if (found === null || value === 'closed' || text.trim() === '') return '';
  return found.total === 0 ? m.find_none() : m.find_hit({ at: at + 1, count: found.total });
}

/** Searches the whole list for a text. Enter goes to the next hit, Shift and Enter to the previous one. */
export function FindBar({ find, children }: { readonly find: ActorRefFrom<typeof findMachine>; readonly children?: ReactNode }) {
  const held = useRef<HTMLElement>(null);
  const snapshot = useSelector(find, (current) => current);
  const focusField = () => {
    const field = held.current?.querySelector('input');
    if (field) field.value = find.getSnapshot().context.text;
    field?.focus();
    field?.select();
  };
  useLayoutEffect(focusField, [find.getSnapshot]);
  useEmitted(find, 'find.opened', focusField);
  const step = (by: 1 | -1) => find.send({ type: 'hit.asked', step: by });
  const close = () => find.send({ type: 'find.closed' });
  return (
    <search
      ref={held}
      className={styles.find}
      aria-label={m.find_title()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const isField = event.target instanceof HTMLInputElement;
        if (event.key === 'Escape') close();
        else if (event.key === 'Enter' && isField) step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
      }}
    >
      <SearchField
        label={m.find_title()}
        defaultValue={snapshot.context.text}
        onChange={(event) => find.send({ type: 'text.typed', text: event.target.value })}
      />
      <output className={styles.hits}>{outcome(snapshot)}</output>
      <Button kind="ghost" size="small" icon="chevronUp" aria-label={m.find_previous()} onClick={() => step(-1)} />
      <Button kind="ghost" size="small" icon="chevronDown" aria-label={m.find_next()} onClick={() => step(1)} />
      <Button kind="ghost" size="small" icon="cross" aria-label={m.action_close()} onClick={close} />
      {children}
    </search>
  );
}
