import { m } from '../../messages/messages.ts';
import { Outlet } from '../routing.tsx';
import { AppShell } from './AppShell.tsx';
import { Boundary } from './Boundary.tsx';

/** Around each screen of a person who is signed in: what is left of a broken one is the bar and the sidebar. */
export const ScreenBoundary = () => (
  <Boundary around={(broken) => <AppShell title={m.broken_title()}>{broken}</AppShell>}>
    <Outlet />
  </Boundary>
);
