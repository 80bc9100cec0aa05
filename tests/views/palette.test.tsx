import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import { type Api, Refused } from '../../domain/api/call.ts';
import { loginFormOf } from '../../src/compose/app/login.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { companyMachine } from '../../src/machines/company/company.ts';
import { contextMenuMachine } from '../../src/machines/contextMenu/contextMenu.ts';
import { invitationMachine } from '../../src/machines/invitation/invitation.ts';
import { modalMachine } from '../../src/machines/modal/modal.ts';
import { noticeMachine } from '../../src/machines/notice/notice.ts';
import type { proofMachine } from '../../src/machines/proof/proof.ts';
import { reachMachine } from '../../src/machines/reach/reach.ts';
import { referenceMachine } from '../../src/machines/reference/reference.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { useScreenActions } from '../../src/views/palette/actions.ts';
import { Palette, PaletteButton } from '../../src/views/palette/Palette.tsx';
import { Router, usePathname } from '../../src/views/routing.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { silent } from '../../walking/standIns.ts';
import { settled } from '../model/world.ts';

const FROZEN = 'Version 2 has an act. Make a new version to go on.';

const version = (id: number, number: number, acts: object[] = []) => ({ id, number, name: '', acts });
const answers: Readonly<Record<string, unknown>> = {
  'GET /projects': [
    { id: 5, name: 'Liepu iela 14, Rīga', last_version_id: 52 },
    { id: 6, name: 'Pine Yard', last_version_id: null },
  ],
  'GET /projects/:id/tree': { versions: [version(51, 1), version(52, 2, [{ id: 7, number: '1' }])] },
  'GET /versions/:id/summary/': { costs: [{ id: 9, title: 'Roof' }] },
};
const answering = (more: Readonly<Record<string, Error>> = {}) =>
  (async (route: string) => {
    if (more[route]) throw more[route];
    return answers[route];
  }) as Api;

const done: string[] = [];

function Screen() {
  useScreenActions([
    { name: 'New act', run: () => done.push('new act') },
    { name: 'Add taxes', run: () => done.push('add taxes'), blocked: FROZEN },
  ]);
  return (
    <>
      <PaletteButton />
      <button type="button">Where I was</button>
      <input aria-label="Note" />
      <p>{usePathname()}</p>
    </>
  );
}

async function show(api: Api = answering()) {
  const session = createActor(sessionMachine, { input: { app: silent, tokens: null, publicKey: null, destination: null } });
  const actum = {
    session,
    reach: createActor(reachMachine),
    proof: new ValueStore<ActorRefFrom<typeof proofMachine>>(),
    company: createActor(companyMachine, { input: { stored: null } }),
    reference: createActor(referenceMachine),
    modal: createActor(modalMachine),
    contextMenu: createActor(contextMenuMachine),
    notice: createActor(noticeMachine),
    invitation: createActor(invitationMachine, { input: { hash: null } }).start(),
    forgetsOnReload: false,
    companyWayIn: Promise.resolve(null),
    hasPasskeys: false,
    api,
    loginForm: loginFormOf(session),
    onNavigation: () => () => {},
  };
  render(
    <StrictMode>
      <Router>
        <ActumProvider actum={actum}>
          <ScreensProvider
            screens={provideScreens(
              {
                api,
                session,
                reach: actum.reach,
                reference: actum.reference,
                openStream: () => () => undefined,
                notice: createActor(noticeMachine),
                query: () => new Promise(() => undefined),
                log: () => undefined,
              },
              async () => undefined,
            )}
          >
            <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } })}>
              <Palette teamId={1}>
                <Screen />
              </Palette>
            </ThemeProvider>
          </ScreensProvider>
        </ActumProvider>
      </Router>
    </StrictMode>,
  );
  await act(settled);
}

beforeEach(() => {
  done.length = 0;
  window.history.replaceState(null, '', '/project/5/52');
});
// A browser loads them when it is idle.
beforeAll(() => Promise.all([import('../../src/ui/Palette.tsx'), import('../../src/views/palette/Shortcuts.tsx')]).then(() => undefined));
afterEach(cleanup);

const press = (key: string, more: object = {}) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
    await settled();
    // The focus returns one frame after closing.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await settled();
  });
const toggle = () => press('k', { ctrlKey: true });
const field = () => screen.queryByRole<HTMLInputElement>('combobox');
async function open(): Promise<void> {
  await toggle();
  // Its code is loaded on first use, and its field takes the focus in a later frame.
  await waitFor(() => expect(document.activeElement).toBe(field()));
}
const type = (value: string) => act(async () => void fireEvent.change(field() as HTMLInputElement, { target: { value } }));
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const highlighted = () => document.getElementById(field()?.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('Ctrl-K finds a place by its words, arrows point at it and Enter goes there', async () => {
  await show();
  await open();
  expect(names().slice(0, 8)).toEqual([
    'New act',
    `Add taxes${FROZEN}`,
    'Liepu iela 14, Rīga',
    'Pine Yard',
    'Version 1Estimate summary',
    'Version 2Estimate summary',
    'RoofVersion 2',
    'Act 1Version 2',
  ]);
  await type('version 2');
  expect([names(), highlighted()]).toEqual([['Version 2Estimate summary', 'RoofVersion 2', 'Act 1Version 2'], 'Version 2Estimate summary']);
  await press('ArrowDown');
  expect(highlighted()).toBe('RoofVersion 2');
  await press('Enter');
  expect([field(), window.location.pathname]).toEqual([null, '/project/5/52/list/9']);
});

test('a blocked action shows its reason and does nothing; a possible one runs once, after the palette has closed', async () => {
  await show();
  await open();
  await type('taxes');
  await press('Enter');
  expect([highlighted(), screen.getByRole('option').getAttribute('aria-disabled'), done]).toEqual([`Add taxes${FROZEN}`, 'true', []]);
  await type('new act');
  await press('Enter');
  expect([field(), done]).toEqual([null, ['new act']]);
});

test('Escape and a second Ctrl-K close it, and the focus goes back to where it was', async () => {
  await show();
  const before = screen.getByRole('button', { name: 'Where I was' });
  for (const close of [() => press('Escape'), toggle]) {
    before.focus();
    await open();
    expect(document.activeElement).toBe(field());
    await close();
    expect([field(), document.activeElement]).toEqual([null, before]);
  }
});

test('the option under the pointer is the one that Enter chooses', async () => {
  await show();
  await open();
  await type('version 2');
  await act(async () => void fireEvent.pointerMove(screen.getByRole('option', { name: /^Act 1/ })));
  expect(highlighted()).toBe('Act 1Version 2');
  await press('Enter');
  expect([field(), window.location.pathname]).toEqual([null, '/act/7']);
});

test('a press beside it closes it, and so does the button under the shortcuts', async () => {
  await show();
  await open();
  const veil = document.querySelector('[class*=veil]') as Element;
  await act(async () => {
    fireEvent.pointerDown(veil, { pointerType: 'mouse' });
    fireEvent.mouseDown(veil);
    fireEvent.click(veil);
    await settled();
  });
  expect([field(), screen.queryByRole('dialog')]).toEqual([null, null]);
  await press('?');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await settled();
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the button in the bar opens it, and shows the shortcut', async () => {
  await show();
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Find a page or an action (Ctrl K)' }));
    await settled();
  });
  expect(field()).not.toBeNull();
});

test('a question mark lists the shortcuts, but not while typing, and Ctrl-K leads on from there', async () => {
  await show();
  screen.getByRole('textbox', { name: 'Note' }).focus();
  await press('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: 'Where I was' }).focus();
  await press('?');
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }).textContent).toContain('CtrlK');
  await open();
  expect([screen.getAllByRole('dialog').length, field() === null]).toEqual([1, false]);
});

test('when places fail to load, the actions stay and the load can be repeated', async () => {
  const more: Record<string, Error> = { 'GET /projects': new Refused(500, {}) };
  await show(answering(more));
  await open();
  expect(names().slice(0, 3)).toEqual(['New act', `Add taxes${FROZEN}`, 'New project']);
  delete more['GET /projects'];
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settled();
  });
  expect(names()).toContain('Pine Yard');
});

test('in a project that is gone the other projects can still be reached', async () => {
  await show(answering({ 'GET /projects/:id/tree': new Refused(404, {}) }));
  await open();
  expect(names().slice(2, 5)).toEqual(['Liepu iela 14, Rīga', 'Pine Yard', 'New project']);
});
