import { Component, type ReactNode } from 'react';
import type { Subscription } from 'xstate';
import { m } from '../../messages/messages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { forgetUnavailable, PartUnavailable } from '../../ui/later.ts';
import { type Actum, useIsUnreachable, useReach } from '../actum.tsx';
import { Link, paths, usePathname } from '../routing.tsx';
import styles from './Boundary.module.css';

interface BoundaryProps {
  /** A new path is a new attempt. */
  readonly path: string;
  /**
   * Code that could not be loaded is requested again: once immediately, and when the server answers after a silence. A fault is not retried, because it
   * would only happen again.
   */
  readonly reach: Actum['reach'];
  readonly fallback: (retry: () => void, isUnavailable: boolean) => ReactNode;
  readonly children: ReactNode;
}

interface Broken {
  readonly isBroken: boolean;
  /** Set when code could not be loaded; null for a fault in the code itself. */
  readonly unavailable: PartUnavailable | null;
}
const WHOLE: Broken = { isBroken: false, unavailable: null };

/** Keeps an error inside it from breaking the rest of the page. React passes the error to the root, which reports it. */
class Catching extends Component<BoundaryProps, Broken> {
  override state: Broken = WHOLE;
  static getDerivedStateFromError(by: unknown): Broken {
    return { isBroken: true, unavailable: by instanceof PartUnavailable ? by : null };
  }
  hearing: Subscription | null = null;
  override componentDidMount() {
    this.hearing = this.props.reach.on('silence.ended', () => {
      forgetUnavailable();
      if (this.state.unavailable) this.begin();
    });
  }
  override componentWillUnmount() {
    this.hearing?.unsubscribe();
  }
  override componentDidCatch() {
    const { unavailable } = this.state;
    if (unavailable === null) return;
    // Whatever renders a missing part next requests it again.
    forgetUnavailable();
    if (unavailable.isFirst) this.begin();
    else this.props.reach.send({ type: 'silence.met', by: 'call' });
  }
  override componentDidUpdate({ path }: BoundaryProps) {
    if (this.state.isBroken && path !== this.props.path) this.begin();
  }
  begin = () => this.setState(WHOLE);
  retry = () => {
    // A newer release has other files, whose names only a reloaded page knows.
    if (this.state.unavailable !== null && navigator.onLine) window.location.reload();
    else this.begin();
  };
  override render() {
    const { isBroken, unavailable } = this.state;
    return isBroken ? this.props.fallback(this.retry, unavailable !== null) : this.props.children;
  }
}

interface Bounds {
  /** Wraps the message and its buttons, which replace the broken part. */
  readonly around?: (broken: ReactNode, title: string) => ReactNode;
  /** Whether to offer the projects. */
  readonly leadsHome?: boolean;
  readonly children: ReactNode;
}

/** Says that this part stopped, and offers to try again or to go to the projects. Code that cannot be loaded is asked for again once the server answers. */
export function Boundary({ around = (broken) => broken, leadsHome = true, children }: Bounds) {
  const isAway = useIsUnreachable();
  return (
    <Catching
      path={usePathname()}
      reach={useReach()}
      fallback={(retry, isUnavailable) => {
        const isServer = isUnavailable && isAway;
        const title = isServer ? m.shell_server_away() : m.broken_title();
        return around(
          <div role="alert">
            <EmptyState
              title={title}
              action={
                <div className={styles.ways}>
                  <Button kind="primary" onClick={retry}>
                    {m.action_try_again()}
                  </Button>
                  {leadsHome && (
                    <Link to={paths.projects} className={buttonClass()}>
                      {m.shell_to_projects()}
                    </Link>
                  )}
                </div>
              }
            >
              {isServer ? null : m.broken_why()}
            </EmptyState>
          </div>,
          title,
        );
      }}
    >
      {children}
    </Catching>
  );
}

const nothing = () => null;

/** A broken overlay disappears, and the page continues without it. */
export const Apart = ({ children }: { readonly children: ReactNode }) => <Boundary around={nothing}>{children}</Boundary>;
