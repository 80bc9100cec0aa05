import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { afterEach, expect, test } from 'vitest';
import { Refused } from '../../domain/api/call.ts';
import type { Version } from '../../domain/api/shapes.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import type { EstimateShown } from '../../src/views/estimate/context.ts';
import { NewAct } from '../../src/views/estimate/NewAct.tsx';
import type { EstimateScreen } from '../../src/views/estimate/needs.ts';
import { paths } from '../../src/views/routing.tsx';
import { settled } from '../model/world.ts';
import { ABOUT } from './estimateSamples.ts';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const about = { ...ABOUT, project: { ...ABOUT.project, team_id: 7 } };
const [VERSION] = about.versions as readonly [Version];

function Asking({ newAct }: Pick<EstimateScreen, 'newAct'>) {
  const dialog = useActorRef(newAct);
  return (
    <>
      <button type="button" onClick={() => dialog.send({ type: 'dialog.opened', subject: null })}>
        Ask
      </button>
      <NewAct dialog={dialog} shown={{ about, version: VERSION, priced: true } as EstimateShown} />
    </>
  );
}

test('the act of a version that becomes a separate contract is made with the day that was entered', async () => {
  let isSeparate = false;
  const days: unknown[] = [];
  const stage = await stageFor('Ann', paths.estimate(5, VERSION.id), ({ path, body }) => {
    if (path === `/versions/${VERSION.id}/separate/`) {
      isSeparate = body.is_separate === true;
      return { ...VERSION, is_separate: isSeparate };
    }
    if (path !== `/versions/${VERSION.id}/acts/`) return undefined;
    days.push(body.finish_date);
    if (isSeparate) return { id: 9 };
    throw new Refused(409, { code: 'claimed_elsewhere', detail: 'Other versions have acts', acts: [], claimed: '7.00' } as never);
  });
  const screens = provideScreens(stage.actum);
  await show(stage, <Asking newAct={screens.estimate(VERSION.id).newAct} />, screens);
  const answer = async (path: string) => {
    await settled();
    await act(() => stage.server.answer(stage.server.pending().indexOf(path)));
  };
  await pressButton('Ask');
  fireEvent.change(screen.getByRole('textbox', { name: /^Finish date/ }), { target: { value: '12/31/26' } });
  await pressButton('Create act');
  await answer(`/versions/${VERSION.id}/acts/`);
  await screen.findByText('7.00');
  await pressButton('Start a separate contract');
  await answer(`/versions/${VERSION.id}/separate/`);
  await answer(`/versions/${VERSION.id}/acts/`);
  expect(days).toEqual(['2026-12-31', '2026-12-31']);
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(window.location.pathname).toBe(paths.act(9));
});

test('an invalid date is refused with the format of its field', async () => {
  const stage = await stageFor('Ann', paths.estimate(5, VERSION.id), ({ path }) => {
    if (path !== `/versions/${VERSION.id}/acts/`) return undefined;
    throw new Refused(400, { finish_date: ['Enter the date as YYYY-MM-DD'], codes: { finish_date: [{ code: 'not_day' }] } });
  });
  const screens = provideScreens(stage.actum);
  await show(stage, <Asking newAct={screens.estimate(VERSION.id).newAct} />, screens);
  await pressButton('Ask');
  const field = screen.getByRole('textbox', { name: /^Finish date/ });
  fireEvent.change(field, { target: { value: '02/31/26' } });
  await pressButton('Create act');
  await settled();
  await act(() => stage.server.answer(stage.server.pending().indexOf(`/versions/${VERSION.id}/acts/`)));
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter the date as mm/dd/yy');
});

test('an advance certified on another version is named, and confirmed in the same way', async () => {
  const stage = await stageFor('Ann', paths.estimate(5, VERSION.id), ({ path }) => {
    if (path !== `/versions/${VERSION.id}/acts/`) return undefined;
    const certificates = [{ id: 3, number: '7', version_number: 1, due: '100.00' }];
    throw new Refused(409, { code: 'certified_elsewhere', detail: 'A certificate', acts: [], claimed: '0.00', certificates } as never);
  });
  const screens = provideScreens(stage.actum);
  await show(stage, <Asking newAct={screens.estimate(VERSION.id).newAct} />, screens);
  await pressButton('Ask');
  await pressButton('Create act');
  await settled();
  await act(() => stage.server.answer(stage.server.pending().indexOf(`/versions/${VERSION.id}/acts/`)));
  await screen.findByRole('dialog', { name: 'Another contract already has a certificate' });
  screen.getByRole('row', { name: 'Certificate 7 of version 1 100.00' });
  expect(screen.queryByText('Already claimed')).toBe(null);
  screen.getByRole('link', { name: 'Carry over what was done' });
});
