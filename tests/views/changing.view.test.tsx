import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, createActor, fromPromise, type Observer } from 'xstate';
import { formDialog } from '../../src/machines/formDialog/formDialog.ts';
import { useAsk } from '../../src/views/changing.ts';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const dialog = formDialog<string, null, void>('change', '');
function Buttons({ changes }: { readonly changes: ActorRefFrom<typeof dialog> }) {
  const { open, make } = useAsk(changes);
  return (
    <>
      <button type="button" onClick={() => make('moved', null)}>
        Move
      </button>
      <button type="button" onClick={() => open('deleted')}>
        Delete
      </button>
    </>
  );
}

test('a change made while another is being saved is reported as waiting, and succeeds when tried again', async () => {
  const made: string[] = [];
  let answer = () => undefined as void;
  const submit = fromPromise<void, { subject: string; given: null }>(({ input }) => {
    made.push(input.subject);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const changes = createActor(dialog.provide({ actors: { submit } })).start();
  const stage = await stageFor('Ann');
  const said: string[] = [];
  const listening: Observer<ReturnType<typeof stage.actum.notice.getSnapshot>> = {
    next: ({ context }) => void (context.text && said.push(context.text)),
  };
  stage.actum.notice.subscribe(listening);
  await show(stage, <Buttons changes={changes} />);
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const busy = 'Another change is still being saved. Try again in a moment.';
  await press('Move');
  await press('Move');
  await press('Delete');
  expect([made, changes.getSnapshot().context.subject]).toEqual([['moved'], 'moved']);
  expect(said.at(-1)).toBe(busy);
  answer();
  await act(settled);
  await press('Move');
  answer();
  await act(settled);
  await press('Delete');
  expect([made, changes.getSnapshot().value, changes.getSnapshot().context.subject]).toEqual([['moved', 'moved'], 'asking', 'deleted']);
});
