import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { reportingTo, startReach } from '../../src/compose/app/reach.ts';

/** Whether a server that had gone away is taken for found, once a call to it has ended with this error. */
async function isFoundAfter(error: unknown, isWithdrawn: boolean): Promise<boolean> {
  const reach = startReach({ probe: () => Promise.reject(new Unanswered('offline')) }, {});
  onTestFinished(() => void reach.stop());
  reach.send({ type: 'silence.met', by: 'call' });
  await waitFor(reach, (snapshot) => snapshot.matches({ away: 'waiting' }));
  const leave = new AbortController();
  const call = reportingTo(reach, (_: string, signal: AbortSignal) => Promise.reject(signal.aborted ? signal.reason : error));
  if (isWithdrawn) leave.abort();
  await expect(call('GET /profile/', leave.signal)).rejects.toBe(isWithdrawn ? leave.signal.reason : error);
  return reach.getSnapshot().matches({ near: 'found' });
}

test.each([
  ['is refused', new Refused(403, { detail: 'You may not' }), false, true],
  ['goes unanswered', new Unanswered('offline'), false, false],
  ['is withdrawn', null, true, false],
] as const)('a call that %s', async (_, error, isWithdrawn, isFound) => {
  expect(await isFoundAfter(error, isWithdrawn)).toBe(isFound);
});
