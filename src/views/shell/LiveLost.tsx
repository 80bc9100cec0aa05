import { m } from '../../messages/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useIsServerAway } from '../actum.tsx';
import { useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';

/** A line over the screen once a live query has given up, while the server answers. */
export function LiveLost() {
  const { lost, retry } = useScreens().liveNews;
  const isLost = useStored(lost) !== null;
  const isAway = useIsServerAway();
  if (!isLost || isAway) return null;
  return (
    <Banner tone="waits" icon="alert">
      {m.live_lost()}{' '}
      <Button kind="func" size="extra-small" onClick={retry}>
        {m.shell_try_now()}
      </Button>
    </Banner>
  );
}
