import { answerMachine } from '../../src/machines/answer/answer.ts';
import { answerWorld, TAKEN, WRONG } from './walk/answerWorld.ts';
import { expect, SOON, test, watch } from './walk/served.ts';
import { type Caller, callerOf, newSite, signIn, stopClock } from './walk/site.ts';
import { gateSockets } from './walk/socketGate.ts';
import { expectAllTaken, walkThrough } from './walk/through.ts';

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 360, height: 740 } });

/** A submitted act of three rows that are done by half, and the key by which it may be answered. */
async function submittedAct(call: Caller) {
  const { version, list } = await newSite(call, 'Answer Yard');
  const { id: act } = await call('POST /versions/:id/acts/', { params: { id: version }, body: {} });
  const params = { id: act };
  await call('POST /acts/:id/complete/', { params, body: { percent: '50' } });
  await call('PUT /acts/:id/', { params, body: { status_id: 2 } });
  const expires_at = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const { hash } = await call('POST /acts/:id/answer_link/', { params, body: { expires_at } });
  return { act, list, hash };
}

test('an answer on a phone: filled in, reviewed, sent over a connection that gives no answer, refused and reviewed again', async ({
  page,
  context,
  walked,
}) => {
  const call = await callerOf(walked);
  const { hash, list } = await submittedAct(call);
  const watched = await watch(context, page, walked.taken, {});
  const gate = await gateSockets(page);
  gate.hold();
  await page.clock.install();
  const review = page.getByRole('dialog', { name: 'Your answer' });
  const sure = page.getByRole('dialog', { name: 'Accept all as claimed?' });
  const kept = page.getByText(/What you typed is kept in this browser/);
  const certified = page.getByLabel(/^Certified quantity/);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  /** Rows as the event finds them. */
  async function rowsAre(wrong: number, changed: number): Promise<void> {
    const back = page.getByRole('button', { name: 'As claimed', exact: true });
    while ((await back.count()) > 0) await back.first().click();
    for (let at = 0; at < wrong; at += 1) await certified.nth(at).fill('x');
    for (let at = 0; at < changed; at += 1) {
      await certified.nth(at).fill('0');
      await page.getByRole('button', { name: 'Not done' }).nth(at).click();
    }
  }
  await walkThrough(answerWorld, new Set(), {
    longest: 60,
    stage: async () => {
      watched.hold({});
      await page.goto(`${walked.address}/healthz`);
      await page.evaluate(() => localStorage.clear());
      await page.clock.resume();
      await page.goto(`${walked.address}/answer/${hash}/list/${list}`);
      await expect(certified).toHaveCount(3);
      await stopClock(page);
      watched.hold({ 'POST /public/answer/': 'send', 'GET /public/act/': 'reread' });
      return {
        watched,
        who: 'answer',
        async cause(event) {
          switch (event.type as string) {
            case 'review.requested':
              await rowsAre((event as { incomplete: number }).incomplete, 0);
              return press('Review and send');
            case 'all.accepted':
              await rowsAre(0, (event as { changed: number }).changed);
              return press('Accept all as claimed');
            case 'loss.confirmed':
              return press('Accept all as claimed');
            case 'loss.declined':
              return press('Cancel');
            case 'review.left':
              return press('Back to the rows');
            case 'answer.submitted': {
              const { name, email } = (event as { typed: { name: string; email: string } }).typed;
              await review.getByLabel('Your name').fill(name);
              await review.getByLabel('Your email').fill(email);
              return press('Send the answer');
            }
            case 'sending.retried':
              return press('Send again now');
            case 'act.reread':
              return press('Look again');
            case 'xstate.after.beforeNextTry.answer.waiting':
              return watched.passTime(5_100);
            case 'xstate.done.actor.acceptAll':
              return;
            case 'xstate.done.actor.reread':
              return watched.release('reread', 'continue');
            case 'xstate.error.actor.reread':
              return watched.release('reread', 'abort');
            default: {
              const { error } = event as unknown as { error: { status?: number } };
              if (error.status === undefined) return watched.release('send', 'abort');
              return watched.release('send', { status: error.status, json: error.status === 409 ? TAKEN : WRONG });
            }
          }
        },
        passes: (snapshot) => (snapshot.matches('accepting') ? 'told' : false),
        async due(snapshot) {
          const isReviewed = ['reviewing', 'sending', 'waiting'].some((state) => snapshot.matches(state as 'reviewing'));
          const isRefused = snapshot.matches('refused') || snapshot.matches('rereading');
          // A closed dialog leaves the document only after its animation.
          await expect(async () => {
            await page.clock.runFor(50);
            const seen = [review, sure, kept].map((part) => part.count());
            expect(await Promise.all(seen)).toEqual([isReviewed ? 1 : 0, snapshot.matches('confirmingAll') ? 1 : 0, isRefused ? 1 : 0]);
          }).toPass(SOON);
        },
      };
    },
  });
  await page.clock.resume();
});

test('a client on a phone certifies less of a row; the team sees it at once, and an owner takes it back', async ({
  page,
  context,
  browser,
  walked,
}) => {
  const call = await callerOf(walked);
  const { act, hash, list } = await submittedAct(call);
  await signIn(context, walked);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${walked.address}/act/${act}`);
  await expect(page.getByText(/^The client can answer this act through a link until/)).toBeVisible();
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' });
  const client = await phone.newPage();
  await watch(phone, client, walked.taken, {});
  // The socket's report of the change is held until the call has been answered.
  const gate = await gateSockets(client);
  gate.hold();
  await client.goto(`${walked.address}/answer/${hash}/list/${list}`);
  await client.getByLabel('Certified percent: Gravel').fill('25');
  await client.getByRole('button', { name: 'Defective' }).click();
  const sums = client.locator('footer');
  await expect(sums).toContainText(/−5\.00/);
  await expect.poll(() => client.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await client.reload();
  await expect(client.getByLabel('Certified quantity: Gravel')).toHaveValue('0.5');
  await client.getByRole('button', { name: 'Review and send' }).click();
  await client.getByLabel('Your name').fill('Bob Client');
  // The email field is scrolled out of sight, below the edge of the dialog.
  await client.getByRole('button', { name: 'Send the answer' }).click();
  await expect(client.getByLabel('Your email')).toBeFocused();
  await expect(client.getByText('Value is required')).toBeInViewport();
  await client.getByLabel('Your email').fill('bob@client.example');
  await client.getByRole('button', { name: 'Send the answer' }).click();
  await expect(client.getByText(/^Bob Client answered on/)).toBeVisible();
  // The button that opened the dialog is gone.
  await expect(client.getByRole('main').locator(':focus')).toHaveCount(1);
  gate.pass();
  await expect(page.getByText('Bob Client has answered act 1')).toBeVisible();
  await page.getByRole('link', { name: 'Walls' }).first().click();
  await page.getByRole('button', { name: 'Certified differently' }).click();
  await expect(page.getByText('Defective')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Withdraw the answer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the answer' }).click();
  // The client can continue from their earlier answer.
  await expect(client.getByText(/^The act was changed after you began/)).toBeVisible();
  await expect(client.getByLabel('Certified quantity: Gravel')).toHaveValue('0.5');
  await phone.close();
});

test('the browser takes every transition of an answer that it can reach', async ({ walked }) => {
  expectAllTaken(walked, answerMachine);
});
