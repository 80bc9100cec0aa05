import { useCallback } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ActList } from './act/ActList.tsx';
import { ActScreen } from './act/ActScreen.tsx';
import { ActSummaryTable } from './act/ActSummaryTable.tsx';
import { useCompany, useIsLoading, useIsSignedIn, useNavigation } from './actum.tsx';
import { EstimateList } from './estimate/EstimateList.tsx';
import { EstimateScreen } from './estimate/EstimateScreen.tsx';
import { EstimateSummary } from './estimate/EstimateSummary.tsx';
import { ImportScreen } from './import/ImportScreen.tsx';
import { Login } from './login/Login.tsx';
import { ProjectPage } from './project/ProjectPage.tsx';
import { Projects } from './projects/Projects.tsx';
import { PublicList } from './public/PublicList.tsx';
import { PublicScreen } from './public/PublicScreen.tsx';
import { PublicSummary } from './public/PublicSummary.tsx';
import { Guarded, Outlet, paths, Route, Router, Routes, useGo } from './routing.tsx';
import { SidebarProjects } from './shell/AppShell.tsx';
import { Hosts } from './shell/Hosts.tsx';
import { NotFound, WholePageSpinner } from './shell/Whole.tsx';

/** Screens of a person who is signed in and whose team is known. */
function Team() {
  const { teams, team } = useCompany();
  if (team !== null) {
    return (
      <SidebarProjects key={team.id} teamId={team.id}>
        <Outlet />
      </SidebarProjects>
    );
  }
  return teams.length === 0 ? (
    <EmptyState title="You are in no team yet">Ask whoever invited you to add you again.</EmptyState>
  ) : (
    <WholePageSpinner />
  );
}

function LoginScreen() {
  const go = useGo();
  return <Login forgotPath="/forgot" registerPath="/register" onVisit={go} />;
}

function Screens() {
  const isSignedIn = useIsSignedIn();
  const isLoading = useIsLoading();
  const go = useGo();
  useNavigation(useCallback((path: string) => go(path), [go]));
  if (isSignedIn && isLoading) return <WholePageSpinner />;
  return (
    <Routes>
      <Route element={<Guarded allowed={!isSignedIn} otherwise={paths.projects} />}>
        <Route path={paths.login} element={<LoginScreen />} />
      </Route>
      <Route path="/public/:hash" element={<PublicScreen />}>
        <Route index element={<PublicSummary />} />
        <Route path="list/:list" element={<PublicList />} />
      </Route>
      <Route element={<Guarded allowed={isSignedIn} otherwise={paths.login} />}>
        <Route element={<Team />}>
          <Route path={paths.projects} element={<Projects />} />
          <Route path="/project/:id" element={<ProjectPage />} />
          <Route path="/project/:id/:version" element={<EstimateScreen />}>
            <Route index element={<EstimateSummary />} />
            <Route path="list/:list" element={<EstimateList />} />
          </Route>
          <Route path="/import/:id" element={<ImportScreen />} />
          <Route path="/act/:act" element={<ActScreen />}>
            <Route index element={<ActSummaryTable />} />
            <Route path="list/:list" element={<ActList />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  );
}

export const App = () => (
  <Router>
    <Screens />
    <Hosts />
  </Router>
);
