import { useSyncExternalStore } from 'react';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useIsServerAway, useRetry } from '../actum.tsx';

function listenToNetwork(listener: () => void) {
  const leave = new AbortController();
  addEventListener('online', listener, { signal: leave.signal });
  addEventListener('offline', listener, { signal: leave.signal });
  return () => leave.abort();
}
const useIsOnline = () => useSyncExternalStore(listenToNetwork, () => navigator.onLine);

/** A line over the screen while the server does not answer. */
export function ServerAway() {
  const isAway = useIsServerAway();
  const isOnline = useIsOnline();
  const retry = useRetry();
  if (!isAway && isOnline) return null;
  return (
    <Banner tone="waits" icon="alert">
      {isOnline ? m.away_server() : m.away_offline()}{' '}
      {isOnline && (
        <PlainButton kind="func" size="extra-small" onClick={retry}>
          {m.shell_try_now()}
        </PlainButton>
      )}
    </Banner>
  );
}
