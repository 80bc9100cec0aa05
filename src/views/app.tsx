import { Fragment, lazy, type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useIsLoading, useIsSignedIn, useLanguage, useNavigation } from './actum.tsx';
import { Login } from './login/Login.tsx';
import { Guarded, paths, Route, Router, Routes, useGo } from './routing.tsx';
import { Boundary } from './shell/Boundary.tsx';
import { Hosts } from './shell/Hosts.tsx';
import { NotFound, WholePageSpinner } from './shell/Whole.tsx';

// A screen's code comes when it is first opened: signing in waits for none of them.
const ActList = lazy(() => import('./act/ActList.tsx').then((module) => ({ default: module.ActList })));
const ActScreen = lazy(() => import('./act/ActScreen.tsx').then((module) => ({ default: module.ActScreen })));
const ActSummaryTable = lazy(() => import('./act/ActSummaryTable.tsx').then((module) => ({ default: module.ActSummaryTable })));
const Components = lazy(() => import('./components/Components.tsx').then((module) => ({ default: module.Components })));
const EstimateList = lazy(() => import('./estimate/EstimateList.tsx').then((module) => ({ default: module.EstimateList })));
const EstimateScreen = lazy(() => import('./estimate/EstimateScreen.tsx').then((module) => ({ default: module.EstimateScreen })));
const EstimateSummary = lazy(() => import('./estimate/EstimateSummary.tsx').then((module) => ({ default: module.EstimateSummary })));
const ImportScreen = lazy(() => import('./import/ImportScreen.tsx').then((module) => ({ default: module.ImportScreen })));
const ProjectPage = lazy(() => import('./project/ProjectPage.tsx').then((module) => ({ default: module.ProjectPage })));
const Projects = lazy(() => import('./projects/Projects.tsx').then((module) => ({ default: module.Projects })));
const PublicList = lazy(() => import('./public/PublicList.tsx').then((module) => ({ default: module.PublicList })));
const PublicScreen = lazy(() => import('./public/PublicScreen.tsx').then((module) => ({ default: module.PublicScreen })));
const ScreenBoundary = lazy(() => import('./shell/ScreenBoundary.tsx').then((module) => ({ default: module.ScreenBoundary })));
const Team = lazy(() => import('./shell/Team.tsx').then((module) => ({ default: module.Team })));
const PublicSummary = lazy(() => import('./public/PublicSummary.tsx').then((module) => ({ default: module.PublicSummary })));

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
    <Boundary leadsHome={false} around={(broken) => <main>{broken}</main>}>
      <Suspense fallback={<WholePageSpinner />}>
        <Routes>
          <Route element={<Guarded allowed={!isSignedIn} otherwise={paths.projects} />}>
            <Route path={paths.login} element={<LoginScreen />} />
          </Route>
          <Route path={paths.components} element={<Components />} />
          <Route path="/public/:hash" element={<PublicScreen />}>
            <Route index element={<PublicSummary />} />
            <Route path="list/:list" element={<PublicList />} />
          </Route>
          <Route element={<Guarded allowed={isSignedIn} otherwise={paths.login} />}>
            <Route element={<Team />}>
              <Route element={<ScreenBoundary />}>
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
          </Route>
        </Routes>
      </Suspense>
    </Boundary>
  );
}

/** Begins everything anew in another language, so that no word of the one before stays. */
export function Spoken({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <Fragment key={language}>{children}</Fragment>;
}

export const App = () => (
  <Router>
    <Spoken>
      <Screens />
      <Hosts />
    </Spoken>
  </Router>
);
