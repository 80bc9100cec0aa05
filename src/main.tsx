import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserActum } from './compose/browser.ts';
import { provideScreens } from './compose/screens.ts';
import { ActumProvider } from './views/actum.tsx';
import { App } from './views/app.tsx';
import { ScreensProvider } from './views/screens.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

const actum = browserActum();

createRoot(root).render(
  <StrictMode>
    <ActumProvider actum={actum}>
      <ScreensProvider screens={provideScreens(actum.api)}>
        <App />
      </ScreensProvider>
    </ActumProvider>
  </StrictMode>,
);
