import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import type { Project } from '../../domain/api/shapes.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import type { Model } from '../../src/machines/model.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import type { NewProject } from '../../src/views/projects/needs.ts';
import { Projects } from '../../src/views/projects/Projects.tsx';
import { paths } from '../../src/views/routing.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { ABOUT } from './estimateSamples.ts';
import { reading } from './samples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

const machine = formDialog<null, NewProject, Project>('newProject', '1.5 Projects are listed and changed on one screen');
type Machine = typeof machine;

afterEach(cleanup);

/** The dialog that asks for the name of a new project. */
const model: Model<Machine> = {
  machine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'dialog.opened', subject: null },
    { type: 'dialog.closed' },
    { type: 'form.submitted', given: { name: 'Yard', currencyCode: 'EUR' } },
    { type: 'xstate.done.actor.submit', output: ABOUT.project },
    { type: 'xstate.error.actor.submit', error: new Refused(400, { name: ['Value is required'] }) },
    { type: 'xstate.error.actor.submit', error: new Unanswered('offline') },
  ],
  broken: () => [],
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Project name' });
/** The text in the field, and the current path. The new project's page opens once it is made. */
let typed = '';
let path: string = paths.projects;

function does(event: EventFrom<Machine>): void {
  switch (event.type) {
    case 'dialog.opened':
      typed = '';
      press('New project');
      break;
    case 'dialog.closed':
      press('Cancel');
      break;
    case 'form.submitted':
      typed = event.given.name;
      fireEvent.change(field() as HTMLInputElement, { target: { value: typed } });
      press('Create project');
  }
}

async function showProjects(listed: readonly Project[], newProject: Machine): Promise<void> {
  const stage = await stageFor('Ann');
  const screens = provideScreens(stage.actum);
  const projects = { ...screens.projects(7), reading, newProject };
  projects.projects.set([...listed]);
  await show(
    stage,
    <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
      <Projects />
    </ThemeProvider>,
    { ...screens, projects: () => projects },
  );
}

testView<Machine>({
  model,
  start: 'closed',
  promises: ['submit'],
  async show(ready) {
    path = paths.projects;
    await showProjects([ABOUT.project], ready(machine));
  },
  act: does,
  answers: (calls) => ({
    async resolve(name, output) {
      path = paths.project(ABOUT.project.id);
      await act(async () => calls.resolve(name, output));
    },
  }),
  seen: () => ({
    dialog: screen.queryByRole('dialog')?.querySelector('h2')?.textContent ?? null,
    isBusy: screen.queryByRole('button', { name: 'Create project' })?.getAttribute('aria-busy') === 'true',
    problem: document.getElementById(field()?.getAttribute('aria-describedby') ?? '')?.textContent ?? null,
    typed: field()?.value ?? null,
    path: window.location.pathname,
  }),
  due: (snapshot) => ({
    dialog: snapshot.matches('closed') ? null : 'New project',
    isBusy: snapshot.matches('submitting'),
    problem: snapshot.matches('closed') ? null : ((snapshot.context.sentence ?? snapshot.context.problems.name)?.detail ?? null),
    typed: snapshot.matches('closed') ? null : typed,
    path,
  }),
});

test('projects are found by a part of their name, ignoring case', async () => {
  const named = (name: string, id: number): Project => ({ ...ABOUT.project, name, id });
  await showProjects([named('North Yard', 1), named('harbour', 2)], machine);
  const found = (text: string) => {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
    return screen
      .queryAllByRole('link', { name: /^(?:North Yard|harbour)/ })
      .map(({ textContent }) => textContent?.match(/^North Yard|^harbour/)?.[0]);
  };
  expect([' yARD ', 'HARB', 'r', 'x'].map(found)).toEqual([['North Yard'], ['harbour'], ['North Yard', 'harbour'], []]);
});

test('done is what acts have claimed of the contract: in money, in percent and as a bar; other contracts are named, and sums are of one currency', async () => {
  const of = (id: number, more: Partial<Project>): Project => ({ ...ABOUT.project, id, name: `Yard ${id}`, ...more });
  const priced = { total_with_taxes: '200.00', contract_sum: '160.00', currency: '€' };
  const separate = [{ version_id: 9, version_number: 3, price: '50.00', contract_sum: '50.00', claimed: '12.50' }];
  const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('td')].slice(4, 6).map(({ textContent }) => textContent);
  const done = () =>
    screen
      .getAllByRole('row')
      .filter((row) => row.querySelector('td') !== null && !row.closest('tfoot'))
      .map((row) => [
        ...cellsOf(row),
        row.querySelector('meter, [role=meter], [role=progressbar], [role=img]')?.getAttribute('aria-label') ?? null,
      ]);
  const sums = () => [...(document.querySelector('tfoot')?.querySelectorAll('td.num') ?? [])].map(({ textContent }) => textContent);

  await showProjects(
    [
      of(1, { ...priced, claimed: '40.00', separate }),
      of(2, { ...priced, claimed: '0.00' }),
      of(3, { total_with_taxes: null, claimed: '0.00' }),
    ],
    machine,
  );
  expect(done()).toEqual([
    ['40.00 €Separate contract, version 3: 12.50 €', '25.00 %', '25.00 % done'],
    ['0.00 €', '0.00 %', '0.00 % done'],
    ['–', '–', null],
  ]);
  expect(sums()).toEqual(['400.00 €', '40.00 €']);
  cleanup();

  await showProjects([of(1, { ...priced, claimed: '40.00' }), of(2, { ...priced, claimed: '1.00', currency: 'zł' })], machine);
  expect(sums()).toEqual(['–', '–']);
});
