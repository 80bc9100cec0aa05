import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Api } from '../../domain/api/call.ts';
import type { Language } from '../../domain/languages.ts';
import { tokensOf } from '../../src/compose/screens/accountTokens.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { takeLanguageFrom } from '../../src/messages/messages.ts';
import { ApiTokens } from '../../src/views/account/ApiTokens.tsx';
import { Email } from '../../src/views/account/Email.tsx';
import { Password } from '../../src/views/account/Password.tsx';
import { Profile } from '../../src/views/account/Profile.tsx';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(() => {
  cleanup();
  takeLanguageFrom(() => 'en');
});

let spoken: Language = 'en';
let isThere: (is: boolean) => void = () => undefined;
/** Like the whole page, it is unmounted while the texts of another language are fetched. */
function Page() {
  const [isShown, setIsShown] = useState(true);
  isThere = setIsShown;
  return (
    isShown && (
      <>
        <Profile name="Ann" />
        <Email email="ann@north.example" />
        <Password email="ann@north.example" />
        <ApiTokens />
      </>
    )
  );
}

const typed = () =>
  Object.fromEntries(
    [...document.querySelectorAll('form')].flatMap((form, at) => [...new FormData(form)].map(([name, text]) => [`${at} ${name}`, text])),
  );
const type = (selector: string, text: string) =>
  void fireEvent.change(document.querySelector(selector) as HTMLInputElement, { target: { value: text } });
const later = (change: () => void) =>
  act(async () => {
    change();
    await settled();
  });

test('choosing a language keeps what is typed in the forms of the account page, and leaving the page does not', async () => {
  spoken = 'en';
  takeLanguageFrom(() => spoken);
  const stage = await stageFor('Ann');
  const part = Promise.resolve(() => tokensOf((async () => []) as unknown as Api));
  await show(stage, <Page />, { ...provideScreens(stage.actum), tokens: () => part });
  type('input[name=name][autocomplete=name]', 'Ann B');
  type('input[name=email]', 'ann@south.example');
  type('input[name=old]', 'secret');
  type('input[name=new]', 'a dry cellar in June');
  type('input[name=name][autocomplete=off]', 'Nightly import');
  await later(() => fireEvent.click(screen.getByRole('combobox', { name: 'How long it lasts' })));
  const chosen = await screen.findByRole('option', { name: '90 days' });
  await later(() => {
    fireEvent.pointerDown(chosen, { pointerType: 'mouse' });
    fireEvent.click(chosen);
  });
  const before = typed();
  expect(Object.values(before)).toEqual(['Ann B', 'ann@south.example', 'secret', 'a dry cellar in June', 'Nightly import', 'read', '90']);

  spoken = 'lv';
  await later(() => isThere(false));
  await later(() => isThere(true));
  expect(typed()).toEqual(before);
  expect(document.querySelector('[data-level]')).not.toBeNull();
  await later(() => isThere(false));
  await later(() => isThere(true));
  expect(Object.values(typed())).toEqual(['Ann', '', '', '', '', 'read', '30']);
});

test('text typed by a person is not shown to the next person, who has another language', async () => {
  spoken = 'en';
  takeLanguageFrom(() => spoken);
  await show(await stageFor('Ann'), <Password email="ann@north.example" />);
  type('input[name=old]', 'secret');
  spoken = 'lv';
  cleanup();
  await show(await stageFor('nobody'), <Password email="bob@north.example" />);
  expect(Object.values(typed())).not.toContain('secret');
});
