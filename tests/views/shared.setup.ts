import { cleanup, configure } from '@testing-library/react';
import { afterAll, beforeAll } from 'vitest';
import { takeLanguageFrom } from '../../src/messages/messages.ts';
import { DialogPopup } from '../../src/ui/Dialog.tsx';

// A screen's code is loaded when it is first shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// The files of a worker share their modules and the page, because loading both for each file costs more than the tests.
beforeAll(() => {
  cleanup();
  takeLanguageFrom(() => 'en');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  document.title = '';
});

// Here nothing is drawn, so a page is idle at once: less urgent parts come as soon as a screen has its others.
beforeAll(() => {
  window.requestIdleCallback = (work) => {
    queueMicrotask(() => work({ didTimeout: false, timeRemaining: () => 50 }));
    return 0;
  };
});

// A person opens a dialog long after its code has come.
beforeAll(DialogPopup.preload);

const leavePage = ({ defaultPrevented }: SubmitEvent) => {
  if (!defaultPrevented) throw new Error('A browser would leave the page: the view has to prevent it when its form is submitted');
};
beforeAll(() => addEventListener('submit', leavePage));
afterAll(() => removeEventListener('submit', leavePage));
