import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Settings } from '../domain/api/settings.ts';
import { browserActum } from './compose/app/browser.ts';
import { startErrorReports } from './compose/app/errorReports.ts';
import { startTheme } from './compose/app/theme.ts';
import { fetchNext } from './services/askedAhead.ts';
import { later, quiet } from './ui/later.ts';
import { ActumProvider } from './views/actum.tsx';
import { App } from './views/app.tsx';
import { PeopleProvider } from './views/people.tsx';
import { ScreensProvider } from './views/screens.tsx';
import { ThemeProvider } from './views/theme.tsx';

fetchNext();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

const theme = startTheme();
const company = Promise.withResolvers<Settings['company']>();
const reports = startErrorReports(company.resolve, quiet());
const actum = browserActum(reports.report, company.promise);
const people = later(async () => (await import('./compose/people.ts')).providePeople(actum));
const screens = later(async () => (await import('./compose/screens.ts')).provideScreens(actum));

createRoot(root, {
  onCaughtError(error) {
    console.error(error);
    reports.report(error, 'screen');
  },
}).render(
  <StrictMode>
    <ActumProvider actum={actum}>
      <ScreensProvider screens={screens}>
        <PeopleProvider people={people}>
          <ThemeProvider theme={theme}>
            <App />
          </ThemeProvider>
        </PeopleProvider>
      </ScreensProvider>
    </ActumProvider>
  </StrictMode>,
);
