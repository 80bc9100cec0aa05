import { Component, type ReactNode } from 'react';
import { m } from '../../messages/messages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { buttonClass, PlainButton } from '../../ui/PlainButton.tsx';
import { PartUnavailable } from '../../ui/partUnavailable.ts';
import { useIsUnreachable } from '../actum.tsx';
import { Link, paths, usePathname } from '../routing.tsx';
import styles from './Boundary.module.css';

interface BoundaryProps {
  /** Another path tries again. */
  readonly path: string;
  /** Code that could not be loaded is asked for again when the server is back; a fault would only happen again. */
  readonly isAway: boolean;
  readonly fallback: (retry: () => void, isUnavailable: boolean) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps an error inside it from breaking the rest of the page. React passes the error to the root, which reports it. */
class Catching extends Component<BoundaryProps, { readonly broken: { readonly by: unknown } | null }> {
  override state: { readonly broken: { readonly by: unknown } | null } = { broken: null };
  static getDerivedStateFromError(by: unknown) {
    return { broken: { by } };
  }
  override componentDidUpdate({ path, isAway }: BoundaryProps) {
    const mayLoad = this.unavailable() !== null && isAway !== this.props.isAway;
    if (this.state.broken !== null && (path !== this.props.path || mayLoad)) this.begin();
  }
  unavailable = () => (this.state.broken?.by instanceof PartUnavailable ? this.state.broken.by : null);
  begin = () => {
    this.unavailable()?.forget();
    this.setState({ broken: null });
  };
  retry = () => {
    // A newer release has other files, whose names only a reloaded page knows.
    if (this.unavailable() !== null && navigator.onLine) window.location.reload();
    else this.begin();
  };
  override render() {
    return this.state.broken === null ? this.props.children : this.props.fallback(this.retry, this.unavailable() !== null);
  }
}

interface Bounds {
  /** Wraps the message and its buttons, which replace the broken part. */
  readonly around?: (broken: ReactNode, title: string) => ReactNode;
  /** Whether to offer the projects. */
  readonly leadsHome?: boolean;
  readonly children: ReactNode;
}

/** Says that this part stopped, and offers to try again or to go to the projects. Code that cannot be loaded is asked for again once the server is back. */
export function Boundary({ around = (broken) => broken, leadsHome = true, children }: Bounds) {
  const isAway = useIsUnreachable();
  return (
    <Catching
      path={usePathname()}
      isAway={isAway}
      fallback={(retry, isUnavailable) => {
        const isServer = isUnavailable && isAway;
        const title = isServer ? m.shell_server_away() : m.broken_title();
        return around(
          <div role="alert">
            <EmptyState
              title={title}
              action={
                <div className={styles.ways}>
                  <PlainButton kind="primary" onClick={retry}>
                    {m.action_try_again()}
                  </PlainButton>
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
