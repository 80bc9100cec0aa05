import { Unanswered } from '../../../domain/api/call.ts';
import type { ClaimFinding } from '../../../domain/submission.ts';
import { type Model, rules } from '../model.ts';
import { claimCheckMachine } from './claimCheck.ts';

const OVER: ClaimFinding = {
  kind: 'over',
  claim: '1210.00',
  contract: '1089.00',
  excess: '121.00',
  deductionsLeft: { rows: 1, amount: '-100.00' },
};

export const claimCheckModel: Model<typeof claimCheckMachine> = {
  machine: claimCheckMachine,
  starts: () => ({ 'on an act': undefined }),
  stateKey: ({ value, context: { step, findings } }) => ({ value, step, findings: findings.map(({ kind }) => kind) }),
  events: () => [
    { type: 'step.requested', step: 'submitted' },
    { type: 'step.requested', step: 'accepted' },
    { type: 'step.confirmed' },
    { type: 'step.declined' },
    { type: 'xstate.done.actor.check', output: [] },
    { type: 'xstate.done.actor.check', output: [{ kind: 'nothing' }] },
    { type: 'xstate.done.actor.check', output: [OVER] },
    { type: 'xstate.done.actor.check', output: [{ kind: 'left out', rows: 2 }] },
    { type: 'xstate.error.actor.check', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { findings } }) => rules({ 'it asks for a reason': value !== 'asking' || findings.length > 0 }),
};
