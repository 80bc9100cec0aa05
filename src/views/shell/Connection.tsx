import { useSelector } from '@xstate/react';
import { waitingOf } from '../../machines/editQueue/selectors.ts';
import { m } from '../../messages/messages.ts';
import { KeptFocus } from '../../ui/KeptFocus.tsx';
import { useScreens } from '../screens.tsx';
import { LiveLost } from './LiveLost.tsx';
import { ServerAway } from './ServerAway.tsx';
import { Unsent } from './Unsent.tsx';

/** Parts that every screen has: whether the server can be reached, the edits that the server does not have, and the keyboard's place. */
export function Connection() {
  const { queue } = useScreens();
  const isWaiting = useSelector(queue, (snapshot) => waitingOf(snapshot).length > 0);
  return (
    <>
      {!isWaiting && <ServerAway>{m.away_kept()}</ServerAway>}
      <LiveLost />
      <Unsent />
      <KeptFocus />
    </>
  );
}
