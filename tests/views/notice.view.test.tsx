import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import { createActor } from 'xstate';
import { noticeModel } from '../../src/machines/notice/notice.model.ts';
import { type NoticeKind, noticeMachine } from '../../src/machines/notice/notice.ts';
import { useShowNotice } from '../../src/views/actum.tsx';
import { Hosts } from '../../src/views/shell/Hosts.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

let say: (text: string, kind: NoticeKind) => void = () => undefined;
/** A screen that shows a notice. */
function Under() {
  say = useShowNotice();
  return <p>Under it</p>;
}

testView({
  model: noticeModel,
  start: 'hidden',
  promises: [],
  async show(ready) {
    const stage = await stageFor('nobody');
    const notice = createActor(ready(noticeMachine)).start();
    await show(
      { ...stage, actum: { ...stage.actum, notice } },
      <>
        <Under />
        <Hosts />
      </>,
    );
  },
  act: (event) =>
    event.type === 'notice.shown'
      ? act(async () => say(event.text, event.kind))
      : void fireEvent.click(screen.getByRole('button', { name: /Dismiss$/ })),
  // Only what was not done interrupts a screen reader.
  seen: () =>
    (['alert', 'status'] as const).flatMap((role) => screen.queryAllByRole(role).map(({ textContent }) => `${role}: ${textContent}`)),
  due: ({ context: { text, kind } }) => (text === null ? [] : [`${kind === 'done' ? 'status' : 'alert'}: ${text}Dismiss`]),
});
