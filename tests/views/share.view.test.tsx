import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, type EventFrom, fromPromise } from 'xstate';
import type { Share } from '../../domain/api/shapes.ts';
import { shareModel } from '../../src/machines/share/share.model.ts';
import { shareMachine } from '../../src/machines/share/share.ts';
import { ShareDialog } from '../../src/views/act/ShareDialog.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

let opened: ActorRefFrom<typeof shareMachine> | null = null;
/** A screen that opens the dialog. */
function Opener({ machine, blocked = null }: { readonly machine: typeof shareMachine; readonly blocked?: string | null }) {
  const share = useActorRef(machine);
  useEffect(() => {
    opened = share;
  }, [share]);
  return <ShareDialog share={share} name="Act 1" mayAnswer={blocked !== null} blocked={blocked} />;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (day: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Last day' }), { target: { value: day } });
const SURE = ['Replace the link to Act 1?', 'Stop sharing Act 1?'];
const isShown = (name: string) => screen.queryByRole('button', { name }) !== null;

async function does(event: EventFrom<typeof shareMachine>): Promise<void> {
  switch (event.type) {
    case 'share.opened':
      return act(async () => opened?.send(event));
    case 'share.closed':
      return void press('Close');
    case 'link.requested':
      return void press('Create link');
    case 'link.copied':
      return void press('Copy');
    case 'end.chosen':
      type('12/31/26');
      return void press('Save');
    case 'rotation.requested':
      return void press('Replace link');
    case 'withdrawal.requested':
      return void press('Stop sharing');
    case 'loss.confirmed':
      return void press(isShown('Replace link') ? 'Replace link' : 'Stop sharing');
    case 'loss.declined':
      return void press('Cancel');
  }
}

testView({
  model: shareModel,
  start: 'closed',
  promises: ['readLink', 'shareUntil', 'copyLink', 'rotateLink', 'withdrawLink'],
  async show(ready) {
    const stage = await stageFor('nobody');
    await show(stage, <Opener machine={ready(shareMachine)} />);
  },
  act: does,
  seen: () => ({
    dialog: screen.queryByRole('dialog') !== null,
    sure: SURE.filter((title) => screen.queryByRole('heading', { name: title }) !== null),
    link: screen.queryByLabelText<HTMLInputElement>('Public link')?.value ?? null,
    isLive: screen.queryByText('Live') !== null,
    good: ['Copied.', 'This is the new link. The previous one no longer works.', 'The last day is saved.'].filter(
      (text) => screen.queryByText(text) !== null,
    ),
    wrong: document.querySelector('.wrong[role=status]')?.textContent ?? '',
  }),
  due: (snapshot) => {
    const { link, sentence } = snapshot.context;
    const sure = snapshot.matches('confirmingRotation')
      ? ['Replace the link to Act 1?']
      : snapshot.matches('confirmingWithdrawal')
        ? ['Stop sharing Act 1?']
        : [];
    const isOpen = !snapshot.matches('closed') && !snapshot.context.isLeft;
    const isFront = isOpen && sure.length === 0;
    const said = {
      copied: 'Copied.',
      replaced: 'This is the new link. The previous one no longer works.',
      ended: 'The last day is saved.',
    } as const;
    return {
      dialog: isOpen,
      sure,
      link: isFront ? (link?.url ?? null) : null,
      isLive: isFront && link !== null,
      good: (['copied', 'replaced', 'ended'] as const).filter((state) => snapshot.matches({ shared: state })).map((state) => said[state]),
      wrong: isFront ? (sentence?.detail ?? '') : '',
    };
  },
});

test('a link lasts to the end of the chosen day, and without a day it has no end', async () => {
  const ends: (string | null)[] = [];
  const link = { hash: 'h', url: 'http://example.com/h', expires_at: null };
  const shareUntil = fromPromise<Share, { expires_at: string | null }>(async ({ input }) => {
    ends.push(input.expires_at);
    return { ...link, expires_at: input.expires_at };
  });
  await show(await stageFor('nobody'), <Opener machine={shareMachine.provide({ actors: { shareUntil } })} />);
  await act(async () => opened?.send({ type: 'share.opened', link: null }));
  await act(async () => type('12/31/26'));
  await act(async () => press('Create link'));
  await act(async () => type(''));
  await act(async () => press('Save'));
  expect(ends).toEqual([new Date('2026-12-31T23:59:59.999').toISOString(), null]);
});

test('during a call Close closes the dialog, the other buttons are off, and only the pressed one is busy', async () => {
  const rotateLink = fromPromise<Share>(() => new Promise(() => undefined));
  await show(await stageFor('nobody'), <Opener machine={shareMachine.provide({ actors: { rotateLink } })} />);
  await act(async () => opened?.send({ type: 'share.opened', link: { hash: 'h', url: 'http://example.com/h', expires_at: null } }));
  await act(async () => press('Replace link'));
  await act(async () => press('Replace link'));
  const buttonsWith = (attribute: string) =>
    ['Copy', 'Save', 'Replace link', 'Stop sharing', 'Close'].filter(
      (name) => screen.getByRole('button', { name }).getAttribute(attribute) === 'true',
    );
  expect(buttonsWith('aria-disabled')).toEqual(['Copy', 'Save', 'Replace link', 'Stop sharing']);
  expect(buttonsWith('aria-busy')).toEqual(['Replace link']);
  await act(async () => press('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Enter on an invalid date shows the format, and makes no link', async () => {
  await show(await stageFor('nobody'), <Opener machine={shareMachine} />);
  await act(async () => opened?.send({ type: 'share.opened', link: null }));
  await act(async () => type('02/31/26'));
  const field = screen.getByRole('textbox', { name: 'Last day' });
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Enter the date as mm/dd/yy');
});

let turns: string[] = [];
/** A screen with the dialogs of both links. */
function BothLinks() {
  const [looks, answers] = [useActorRef(shareMachine), useActorRef(shareMachine)];
  useEffect(() => {
    opened = looks;
  }, [looks]);
  const turn = (from: typeof looks, to: typeof looks, name: string) => {
    turns.push(name);
    from.send({ type: 'share.closed' });
    to.send({ type: 'share.opened', link: null });
  };
  return (
    <>
      <ShareDialog share={looks} name="Act 1" onOther={() => turn(looks, answers, 'answers')} />
      <ShareDialog share={answers} name="Act 1" mayAnswer onOther={() => turn(answers, looks, 'looks')} />
    </>
  );
}

test('the read-only link and the answer link lead to each other, and the keyboard stays on the choice; the answer link begins with an expiry', async () => {
  turns = [];
  await show(await stageFor('nobody'), <BothLinks />);
  await act(async () => opened?.send({ type: 'share.opened', link: null }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last day' }).value).toBe('');
  await act(async () => press('View and answer'));
  expect(screen.getByText(/answer it once/)).toBeTruthy();
  const focused = () => document.activeElement?.textContent;
  await expect.poll(focused).toBe('View and answer');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Last day' }).value).not.toBe('');
  await act(async () => press('View only'));
  await expect.poll(focused).toBe('View only');
  expect(turns).toEqual(['answers', 'looks']);
});

test('a person who may not make an answer link is told why, and neither a press nor Enter makes one', async () => {
  const asked: unknown[] = [];
  const shareUntil = fromPromise<Share, { expires_at: string | null }>(async ({ input }) => {
    asked.push(input);
    throw new Error('A link was asked for');
  });
  const machine = shareMachine.provide({ actors: { shareUntil } });
  await show(await stageFor('nobody'), <Opener machine={machine} blocked="Only others may" />);
  await act(async () => opened?.send({ type: 'share.opened', link: null }));
  const button = screen.getByRole('button', { name: 'Create link' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await act(async () => button.click());
  await act(async () => document.querySelector('form')?.requestSubmit());
  expect(asked).toEqual([]);
});
