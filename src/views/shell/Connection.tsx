import { useSelector } from '@xstate/react';
import { waitingOf } from '../../machines/editQueue/selectors.ts';
import { useScreens } from '../screens.tsx';
import { LiveLost } from './LiveLost.tsx';
import { ServerAway } from './ServerAway.tsx';
import { Unsent } from './Unsent.tsx';

/** Whether the server can be reached, and the edits it does not have. */
export function Connection() {
  const { queue } = useScreens();
  const isWaiting = useSelector(queue, (snapshot) => waitingOf(snapshot).length > 0);
  return (
    <>
      {!isWaiting && <ServerAway />}
      <LiveLost />
      <Unsent />
    </>
  );
}
