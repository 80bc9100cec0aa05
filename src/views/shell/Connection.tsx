import { useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { ServerAway } from './ServerAway.tsx';
import { Unsent } from './Unsent.tsx';

/** How it stands with the server: whether it can be reached, and what was typed that it does not have. */
export function Connection() {
  const unsent = useStored(useScreens().unsent);
  return (
    <>
      {!unsent?.waiting && <ServerAway />}
      {unsent !== null && <Unsent unsent={unsent} />}
    </>
  );
}
