import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Project } from '../../domain/api/shapes.ts';
import { CurrencyDialog } from '../../src/views/projects/CurrencyDialog.tsx';
import { settled } from '../model/world.ts';
import { ABOUT } from './estimateSamples.ts';
import { show, stageFor } from './stage.tsx';

const EUROS = ABOUT.project;
const DOLLARS: Project = { ...EUROS, id: 6, currency: '$', currency_code: 'USD' };

const press = (target: Element) =>
  act(async () => {
    fireEvent.click(target);
    await settled();
  });
const choose = async (name: RegExp) => {
  await press(screen.getByRole('combobox'));
  const chosen = await screen.findByRole('option', { name });
  fireEvent.pointerDown(chosen);
  await press(chosen);
};
const set = () => press(screen.getByRole('button', { name: /^Set the currency/ }));

let submitted: string[];
beforeEach(() => {
  submitted = [];
});
afterEach(cleanup);

let ask: (project: Project) => void;
function Asked({ first }: { readonly first: Project }) {
  const [project, setProject] = useState(first);
  ask = setProject;
  return (
    <CurrencyDialog
      project={project}
      open
      busy={false}
      problem={null}
      onSubmit={(code) => submitted.push(code)}
      onClose={() => undefined}
    />
  );
}
const shown = async (project: Project) => show(await stageFor('Ann'), <Asked first={project} />);

test('the currency of a project is set to the one chosen, and as it is where none is', async () => {
  await shown(EUROS);
  await set();
  await choose(/^CHF/);
  await set();
  expect(submitted).toEqual(['EUR', 'CHF']);
});

test('what was chosen for one project is not chosen for the next', async () => {
  await shown(EUROS);
  await choose(/^CHF/);
  act(() => ask(DOLLARS));
  await set();
  expect(submitted).toEqual(['USD']);
});

test('a project whose currency has no code is set to none until one is chosen', async () => {
  await shown({ ...EUROS, currency: 'Ls', currency_code: null });
  await set();
  await choose(/^EUR/);
  await set();
  expect(submitted).toEqual(['EUR']);
});
