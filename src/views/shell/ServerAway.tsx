import { type ReactNode, useSyncExternalStore } from 'react';
import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useIsServerAway, useRetry } from '../actum.tsx';

function listenToNetwork(listener: () => void) {
  const leave = new AbortController();
  addEventListener('online', listener, { signal: leave.signal });
  addEventListener('offline', listener, { signal: leave.signal });
  return () => leave.abort();
}
const useIsOnline = () => useSyncExternalStore(listenToNetwork, () => navigator.onLine);

/** Whether nothing can be heard from the server: it does not answer, or the device is offline. */
export function useIsCutOff(): boolean {
  const [isAway, isOnline] = [useIsServerAway(), useIsOnline()];
  return isAway || !isOnline;
}

/** A line over the screen while the server does not answer. `children` say what happens to what is typed offline. */
export function ServerAway({ children }: { readonly children?: ReactNode }) {
  const isAway = useIsServerAway();
  const isOnline = useIsOnline();
  const retry = useRetry();
  if (!isAway && isOnline) return null;
  return (
    <Banner tone="waits" icon="alert">
      {isOnline ? m.away_server() : m.away_offline()}{' '}
      {isOnline ? (
        <Button kind="func" size="extra-small" onClick={retry}>
          {m.shell_try_now()}
        </Button>
      ) : (
        children
      )}
    </Banner>
  );
}
