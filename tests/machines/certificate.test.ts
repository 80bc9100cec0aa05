import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { certificateModel, ISSUED, MOVED, SHEET } from '../../src/machines/certificate/certificate.model.ts';
import { certificateMachine } from '../../src/machines/certificate/certificate.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(certificateModel, { promises: ['preview', 'issue', 'takeBack', 'note'] });

test('a certificate that changed since it was shown is shown again, and issued only after another confirmation', async () => {
  const calls = holdCalls();
  const actor = createActor(certificateMachine.provide({ actors: { issue: calls.actor('issue') } })).start();
  const settled: unknown[] = [];
  actor.on('certificate.settled', ({ what, sheet }) => settled.push([what, sheet?.id]));
  actor.send({ type: 'issue.requested', sheet: SHEET });
  actor.send({ type: 'issue.confirmed', number: '1', date: '2026-11-20' });
  await calls.reject('issue', new Refused(409, { detail: 'It has changed', code: 'certificate_moved', sheet: MOVED }));
  const { value, context } = actor.getSnapshot();
  expect([value, context.sheet?.due, context.wasDue, settled]).toEqual(['asking', MOVED.due, SHEET.due, []]);
  actor.send({ type: 'issue.confirmed', number: '1', date: '2026-11-20' });
  expect(actor.getSnapshot().context.wasDue).toBeNull();
  await calls.resolve('issue', ISSUED);
  expect([actor.getSnapshot().value, settled]).toEqual(['closed', [['issued', ISSUED.id]]]);
});
