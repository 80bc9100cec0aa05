import { act, cleanup, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import { createActor } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { referenceModel } from '../../src/machines/reference/reference.model.ts';
import { referenceMachine } from '../../src/machines/reference/reference.ts';
import { VersionTree } from '../../src/views/versions/VersionTree.tsx';
import { ABOUT } from './estimateSamples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const [version] = ABOUT.versions;
const acted = { id: 7, number: '1', finish_date: null, price: '2.00', status_id: 1 };
const about = { ...ABOUT, versions: version ? [{ ...version, acts: [acted] }] : [] };

testView({
  model: referenceModel,
  start: 'unasked',
  promises: ['load'],
  async show(ready) {
    const stage = await stageFor('Ann');
    const reference = createActor(ready(referenceMachine)).start();
    const screens = provideScreens(stage.actum);
    const changes = createActor(screens.project(about.project.id).versionChanges).start();
    await show({ ...stage, actum: { ...stage.actum, reference } }, <VersionTree about={about} changes={changes} />, screens);
  },
  // The root loads it once somebody is signed in, and drops it with the session.
  act: (event, running) => act(async () => running.send(event)),
  seen: () => screen.getByRole('link', { name: /^Act 1/ }).textContent,
  due: (snapshot) => `Act 12.00 EUR ${snapshot.matches('loaded') ? 'Draft' : ''}`,
});
