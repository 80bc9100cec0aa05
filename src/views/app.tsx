import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Language } from '../../domain/languages.ts';
import { m } from '../messages/messages.ts';
import { loadSentences } from '../messages/sentences.ts';
import { Arriving } from '../ui/Arriving.tsx';
import { KeptApart, nameLayers } from '../ui/layers.tsx';
import { lazyPart } from '../ui/part.tsx';
import { useIsLoading, useIsSignedIn, useLanguage, useNavigation, useSecondStep } from './actum.tsx';
import { Login } from './entrance/Login.tsx';
import { Guarded, ROUTES, Route, Router, Routes, useGo } from './routing.tsx';
import { Apart, Boundary } from './shell/Boundary.tsx';
import { Above, Hosts } from './shell/Hosts.tsx';
import { NotFound, WholePageSpinner } from './shell/Whole.tsx';

// Each screen's code is loaded when it is first opened, so that signing in waits for none of it.
const AccountScreen = lazyPart(() => import('./account/AccountScreen.tsx').then((module) => module.AccountScreen));
const ActList = lazyPart(() => import('./act/ActList.tsx').then((module) => module.ActList));
const ActScreen = lazyPart(() => import('./act/ActScreen.tsx').then((module) => module.ActScreen));
const ActSummaryTable = lazyPart(() => import('./act/ActSummaryTable.tsx').then((module) => module.ActSummaryTable));
const CarriedScreen = lazyPart(() => import('./carrying/CarriedScreen.tsx').then((module) => module.CarriedScreen));
const CarryScreen = lazyPart(() => import('./carrying/CarryScreen.tsx').then((module) => module.CarryScreen));
const CertificateScreen = lazyPart(() => import('./payments/CertificateScreen.tsx').then((module) => module.CertificateScreen));
const ContractScreen = lazyPart(() => import('./contract/ContractScreen.tsx').then((module) => module.ContractScreen));
const CompareScreen = lazyPart(() => import('./compare/CompareScreen.tsx').then((module) => module.CompareScreen));
const ConfirmEmail = lazyPart(() => import('./entrance/ConfirmEmail.tsx').then((module) => module.ConfirmEmail));
const CompanyReturn = lazyPart(() => import('./entrance/CompanyReturn.tsx').then((module) => module.CompanyReturn));
const Components = lazyPart(() => import('./components/Components.tsx').then((module) => module.Components));
const EstimateList = lazyPart(() => import('./estimate/EstimateList.tsx').then((module) => module.EstimateList));
// A list is in the same file, and is rendered together with its frame.
const EstimateScreen = lazyPart(async () => {
  const [module] = await Promise.all([import('./estimate/EstimateScreen.tsx'), EstimateList.preload()]);
  return module.EstimateScreen;
});
const EstimateSummary = lazyPart(() => import('./estimate/EstimateSummary.tsx').then((module) => module.EstimateSummary));
const ExtrasScreen = lazyPart(() => import('./extras/ExtrasScreen.tsx').then((module) => module.ExtrasScreen));
const Forgot = lazyPart(() => import('./entrance/Forgot.tsx').then((module) => module.Forgot));
const ImportScreen = lazyPart(() => import('./import/ImportScreen.tsx').then((module) => module.ImportScreen));
const Invitation = lazyPart(() => import('./entrance/Invitation.tsx').then((module) => module.Invitation));
const LogScreen = lazyPart(() => import('./log/LogScreen.tsx').then((module) => module.LogScreen));
const NotMe = lazyPart(() => import('./entrance/NotMe.tsx').then((module) => module.NotMe));
const NewAddress = lazyPart(() => import('./account/NewAddress.tsx').then((module) => module.NewAddress));
const PaymentsScreen = lazyPart(() => import('./payments/PaymentsScreen.tsx').then((module) => module.PaymentsScreen));
const PaperAnswer = lazyPart(() => import('./act/PaperAnswer.tsx').then((module) => module.PaperAnswer));
const ProjectPage = lazyPart(() => import('./project/ProjectPage.tsx').then((module) => module.ProjectPage));
const Projects = lazyPart(() => import('./projects/Projects.tsx').then((module) => module.Projects));
const PublicList = lazyPart(() => import('./public/PublicList.tsx').then((module) => module.PublicList));
const PublicScreen = lazyPart(() => import('./public/PublicScreen.tsx').then((module) => module.PublicScreen));
const PublicSummary = lazyPart(() => import('./public/PublicSummary.tsx').then((module) => module.PublicSummary));
const Recovery = lazyPart(() => import('./entrance/Recovery.tsx').then((module) => module.Recovery));
const Register = lazyPart(() => import('./entrance/Register.tsx').then((module) => module.Register));
const SecondStep = lazyPart(() => import('./entrance/SecondStep.tsx').then((module) => module.SecondStep));
const Team = lazyPart(() => import('./shell/Team.tsx').then((module) => module.Team));

const inMain = (broken: ReactNode) => <main>{broken}</main>;

function Screens() {
  const isSignedIn = useIsSignedIn();
  const isLoading = useIsLoading();
  const go = useGo();
  useNavigation(useCallback((path: string) => go(path), [go]));
  const step = useSecondStep();
  if (isSignedIn && isLoading) return <WholePageSpinner />;
  if (step !== null) {
    return (
      <Boundary leadsHome={false} around={inMain}>
        <Arriving fallback={<WholePageSpinner />}>
          <SecondStep asked={step} />
        </Arriving>
      </Boundary>
    );
  }
  return (
    <Boundary leadsHome={false} around={inMain}>
      <Arriving fallback={<WholePageSpinner />}>
        <Guarded isSignedIn={isSignedIn} fallback={<WholePageSpinner />}>
          <Routes>
            <Route path={ROUTES.login} element={<Login />} />
            <Route path={ROUTES.register} element={<Register />} />
            <Route path={ROUTES.forgot} element={<Forgot />} />
            <Route path={ROUTES.invite} element={<Invitation />} />
            <Route path={ROUTES['confirm-email']} element={<ConfirmEmail />} />
            <Route path={ROUTES['password-recovery']} element={<Recovery />} />
            <Route path={ROUTES['not-me']} element={<NotMe />} />
            <Route path={ROUTES['change-email']} element={<NewAddress />} />
            <Route path={ROUTES.company} element={<CompanyReturn />} />
            <Route path={ROUTES.components} element={<Components />} />
            <Route path={ROUTES.public} element={<PublicScreen />}>
              <Route index element={<PublicSummary />} />
              <Route path={ROUTES['public-act-list']} element={<PublicList />} />
            </Route>
            <Route path={ROUTES.answer} element={<PublicScreen />}>
              <Route index element={<PublicSummary />} />
              <Route path={ROUTES['answer-list']} element={<PublicList />} />
            </Route>
            <Route element={<Team />}>
              <Route path={ROUTES.account} element={<AccountScreen />} />
              <Route path={ROUTES['security-log']} element={<LogScreen />} />
              <Route path={ROUTES.projects} element={<Projects />} />
              <Route path={ROUTES.project} element={<ProjectPage />} />
              <Route path={ROUTES.payments} element={<PaymentsScreen />} />
              <Route path={ROUTES.carry} element={<CarryScreen />} />
              <Route path={ROUTES.carried} element={<CarriedScreen />} />
              <Route path={ROUTES.extras} element={<ExtrasScreen />} />
              <Route path={ROUTES.contract} element={<ContractScreen />} />
              <Route path={ROUTES.version} element={<EstimateScreen />}>
                <Route index element={<EstimateSummary />} />
                <Route path={ROUTES['version-list']} element={<EstimateList />} />
              </Route>
              <Route path={ROUTES.compare} element={<CompareScreen />} />
              <Route path={ROUTES.import} element={<ImportScreen />} />
              <Route path={ROUTES.act} element={<ActScreen />}>
                <Route index element={<ActSummaryTable />} />
                <Route path={ROUTES['act-list']} element={<ActList />} />
                <Route path={ROUTES['act-answer']} element={<PaperAnswer />} />
              </Route>
              <Route path={ROUTES['act-certificate']} element={<CertificateScreen />} />
              <Route path={ROUTES.certificate} element={<CertificateScreen />} />
              <Route path="*" element={<NotFound />} />
            </Route>
          </Routes>
        </Guarded>
      </Arriving>
    </Boundary>
  );
}

/** Remounts everything in another language, so that no word of the previous one remains. */
function Spoken({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const [learned, setLearned] = useState<Language>('en');
  useEffect(() => {
    document.documentElement.lang = language;
    nameLayers(m.shell_layers());
    let isSpoken = true;
    const learn = () => isSpoken && setLearned(language);
    loadSentences(language).then(learn, learn);
    return () => {
      isSpoken = false;
    };
  }, [language]);
  return learned === language ? <Fragment key={language}>{children}</Fragment> : <WholePageSpinner />;
}

export const App = () => (
  <Router>
    <Boundary leadsHome={false} around={inMain}>
      <Spoken>
        <KeptApart value={Apart}>
          <Above />
          <Screens />
          <Hosts />
        </KeptApart>
      </Spoken>
    </Boundary>
  </Router>
);
