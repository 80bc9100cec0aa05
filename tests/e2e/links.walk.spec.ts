import { publicActMachine } from '../../src/machines/publicAct/publicAct.ts';
import { shareMachine } from '../../src/machines/share/share.ts';
import { type LinkEnded, publicActWorld, shareWorld } from './walk/linkWorlds.ts';
import { expect, SOON, test, watch } from './walk/served.ts';
import { callerOf, newActs, openAt, stopClock } from './walk/site.ts';
import { gateSockets } from './walk/socketGate.ts';
import { expectAllTaken, walkThrough } from './walk/through.ts';

test.describe.configure({ mode: 'default' });

const outcomeOf = (type: string) => (type.startsWith('xstate.done') ? 'continue' : 'abort');

test('the link of an act: made, copied, ended, replaced and withdrawn, or not', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const calls = {
    'POST /acts/:id/share/': 'shareUntil',
    'POST /acts/:id/share/rotate/': 'rotateLink',
    'DELETE /acts/:id/share/': 'withdrawLink',
  };
  const watched = await openAt(page, context, walked, { path: '/projects', calls });
  const dialog = page.getByRole('dialog', { name: /^Share / });
  const sure = page.getByRole('dialog', { name: /^(Replace the link to|Stop sharing) .+\?$/ });
  let mayCopy = true;
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await walkThrough(shareWorld, new Set(), {
    longest: 60,
    stage: async () => {
      const { act } = await newActs(call, 'second');
      const params = { id: act };
      watched.hold(calls);
      await page.goto(`${walked.address}/act/${act}`);
      await expect(page.getByRole('row', { name: /^Total with taxes/ }).first()).toBeVisible();
      await watched.idle();
      watched.hold({ ...calls, 'GET /acts/:id/': 'readLink' });
      return {
        watched,
        who: 'share',
        async cause(event, before) {
          switch (event.type as string) {
            case 'share.opened':
              return page.getByRole('button', { name: 'Share', exact: true }).click();
            case 'share.closed':
              return press('Close');
            case 'link.requested':
              return press('Create link');
            case 'link.copied':
              // Decides beforehand whether the browser will allow copying.
              await page.evaluate((isAllowed) => {
                const clipboard = navigator.clipboard as { writeText?: unknown };
                if (isAllowed) delete clipboard.writeText;
                else clipboard.writeText = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
              }, mayCopy);
              mayCopy = !mayCopy;
              return press('Copy');
            case 'end.chosen':
              await dialog.getByRole('textbox', { name: 'Last day' }).fill('12/31/99');
              return press('Save');
            case 'rotation.requested':
              return press('Replace link');
            case 'withdrawal.requested':
              return press('Stop sharing');
            case 'loss.confirmed':
              return sure.getByRole('button', { name: before.matches('confirmingRotation') ? 'Replace link' : 'Stop sharing' }).click();
            case 'loss.declined':
              return sure.getByRole('button', { name: 'Cancel' }).click();
            case 'xstate.done.actor.readLink': {
              const isShared = before.context.link !== null;
              const becomes = (event as { readonly output: unknown }).output !== null;
              await watched.held('readLink');
              // By somebody else.
              if (becomes && !isShared) await call('POST /acts/:id/share/', { params, body: { expires_at: null } });
              if (isShared && !becomes) await call('DELETE /acts/:id/share/', { params });
              return watched.release('readLink', 'continue');
            }
            case 'xstate.done.actor.copyLink':
              return expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/public/');
            case 'xstate.error.actor.copyLink':
              return;
            default: {
              const name = /actor\.(\w+)$/.exec(event.type)?.[1] ?? '';
              return watched.release(name, outcomeOf(event.type));
            }
          }
        },
        passes: (snapshot) => (snapshot.matches({ shared: 'copying' }) ? 'told' : false),
        async due(snapshot) {
          const isSure = snapshot.matches('confirmingRotation') || snapshot.matches('confirmingWithdrawal');
          await expect(sure).toHaveCount(isSure ? 1 : 0);
          const { link, sentence, isLeft } = snapshot.context;
          const isHidden = isSure || isLeft || snapshot.matches('closed');
          await expect(dialog).toHaveCount(isHidden ? 0 : 1);
          if (isHidden) return;
          await expect(dialog.getByLabel('Public link')).toHaveCount(link === null ? 0 : 1);
          const good = snapshot.matches({ shared: 'copied' })
            ? 'Copied.'
            : snapshot.matches({ shared: 'replaced' })
              ? 'This is the new link. The previous one no longer works.'
              : snapshot.matches({ shared: 'ended' })
                ? 'The last day is saved.'
                : '';
          await expect(dialog.getByRole('status')).toHaveText(sentence === null ? good : sentence.detail);
        },
      };
    },
  });
});

test('an act behind its link: read, followed live, cut off and withdrawn', async ({ page, context, walked }) => {
  const call = await callerOf(walked);
  const watched = await watch(context, page, walked.taken, { 'GET /public/act/': 'load' });
  const gate = await gateSockets(page);
  await page.clock.install();
  let claimed = 0;
  await walkThrough(publicActWorld, new Set(), {
    longest: 40,
    stage: async () => {
      const { act, row, claim } = await newActs(call, 'second');
      const params = { id: act };
      const { hash } = await call('POST /acts/:id/share/', { params, body: { expires_at: null } });
      const withdraw = () => call('DELETE /acts/:id/share/', { params });
      let isEnded = false;
      gate.up();
      gate.hold();
      await page.clock.resume();
      await page.goto(`${walked.address}/public/${hash}`);
      await watched.held('load');
      await stopClock(page);
      return {
        watched,
        who: 'publicAct',
        async cause(event, before) {
          switch (event.type as string) {
            case 'act.followed':
              gate.up();
              if (before.matches({ open: { news: 'lost' } })) await page.evaluate(() => dispatchEvent(new Event('online')));
              await expect.poll(gate.isWaiting, SOON).toBe(true);
              return gate.pass();
            case 'act.changed': {
              claimed += 1;
              const passed = gate.passed();
              await claim(row, `1.${claimed}`);
              // The page receives the change before anything else happens.
              await expect.poll(gate.passed, SOON).toBeGreaterThan(passed);
              return void (await page.evaluate(() => new Promise((resolve) => new MessageChannel().port1.postMessage(resolve(null)))));
            }
            case 'link.ended':
              gate.hold();
              if ((event as unknown as LinkEnded).really) {
                isEnded = true;
                await withdraw();
                await expect.poll(gate.isWaiting, SOON).toBe(true);
                gate.pass();
              } else gate.say(() => ({ public_act: [] }));
              return;
            case 'news.lost':
              await gate.down();
              gate.hold();
              return expect(async () => {
                await watched.passTime(1_000);
                expect(watched.at('publicAct')).toContain('"news":"lost"');
              }).toPass(SOON);
            case 'load.retried':
              return page.getByRole('button', { name: 'Try again' }).click();
            case 'xstate.done.actor.load':
              return watched.release('load', 'continue');
            case 'xstate.after.untilReadAgain.publicAct.open.act.behind':
              return watched.passTime(5_000);
            default: {
              const isGone = 'error' in event && (event.error as Error).name === 'Refused';
              // The load finds the link ended before the live query reports it.
              if (isGone) gate.hold();
              if (isGone && !isEnded) await withdraw();
              isEnded ||= isGone;
              return watched.release('load', isGone ? 'continue' : 'abort');
            }
          }
        },
        async due(snapshot) {
          const isOver = snapshot.matches('over');
          const { code } = snapshot.context;
          const over = code === 'link_withdrawn' ? 'This link has been withdrawn' : 'This link does not work';
          await expect(page.getByRole('heading', { name: over })).toHaveCount(isOver ? 1 : 0);
          await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(snapshot.matches('failed') ? 1 : 0);
          if (snapshot.matches('open')) {
            // The first time in a page, its code has yet to load, and React shows it only after a delay.
            await expect(async () => {
              await page.clock.runFor(100);
              await expect(page.getByRole('heading', { name: 'Act 2' })).toBeVisible({ timeout: 50 });
            }).toPass();
          }
          const live = page.getByText('Live', { exact: true });
          await expect(live).toHaveCount(snapshot.matches({ open: { news: 'live' } }) ? 1 : 0);
          const lost = page.getByText('This page no longer updates by itself. Reload it to see changes.');
          await expect(lost).toHaveCount(snapshot.matches({ open: { news: 'lost' } }) ? 1 : 0);
        },
      };
    },
  });
  await page.clock.resume();
});

test('the browser takes every transition of a link that it can reach', async ({ walked }) => {
  expectAllTaken(walked, shareMachine, publicActMachine);
});
