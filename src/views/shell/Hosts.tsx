import { Arriving } from '../../ui/Arriving.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { useIsSignedIn, useNotice } from '../actum.tsx';
import { isWithoutFrame, routeAt, usePathname } from '../routing.tsx';
import { Apart } from './Boundary.tsx';
import styles from './Hosts.module.css';
import { ServerAway } from './ServerAway.tsx';

const Layers = lazyPart(() => import('./Layers.tsx').then((module) => module.Layers));

function HostedNotice() {
  const { text, kind, dismiss } = useNotice();
  return (
    text !== null && (
      <div className={styles.notice}>
        <Banner tone={kind} onDismiss={dismiss}>
          {text}
        </Banner>
      </div>
    )
  );
}

/** Above a screen without the team's frame: whether the server can be reached. */
export const Above = () =>
  isWithoutFrame(usePathname()) && (
    <div className={styles.away}>
      <ServerAway />
    </div>
  );

/** The overlays of every screen: the banner and, for a signed-in person, the layers. */
export function Hosts() {
  const isSignedIn = useIsSignedIn();
  const path = usePathname();
  return (
    <>
      <Apart>
        <HostedNotice />
      </Apart>
      {(isSignedIn || routeAt(path) === 'components') && (
        <Apart>
          <Arriving>
            <Layers />
          </Arriving>
        </Apart>
      )}
    </>
  );
}
