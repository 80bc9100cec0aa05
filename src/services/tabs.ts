import * as v from 'valibot';
import { Tokens } from '../../domain/api/people.ts';

const SentTokens = v.nullable(Tokens);

export interface Tabs {
  /** Sends the present tokens to the other tabs; null when they were cleared. */
  readonly tell: (tokens: Tokens | null) => void;
  readonly listen: (listener: (tokens: Tokens | null) => void) => void;
  readonly close: () => void;
}

/** The other tabs of this browser. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel('actum.tokens');
  return {
    tell: (tokens) => channel.postMessage(tokens),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }) => {
        if (v.is(SentTokens, data)) listener(data);
      }),
    close: () => channel.close(),
  };
}
