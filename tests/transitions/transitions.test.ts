import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { appMachine } from '../../src/machines/app/app.ts';
import { companyMachine } from '../../src/machines/company/company.ts';
import { confirmationMachine } from '../../src/machines/confirmation/confirmation.ts';
import { contextMenuMachine } from '../../src/machines/contextMenu/contextMenu.ts';
import { formModel } from '../../src/machines/form/form.model.ts';
import { invitationMachine } from '../../src/machines/invitation/invitation.ts';
import { languageChoiceMachine } from '../../src/machines/languageChoice/languageChoice.ts';
import { modalMachine } from '../../src/machines/modal/modal.ts';
import { noticeMachine } from '../../src/machines/notice/notice.ts';
import { referenceMachine } from '../../src/machines/reference/reference.ts';
import { requestMachine } from '../../src/machines/request/request.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { subscriptionMachine } from '../../src/machines/subscription/subscription.ts';
import { teamChangeMachine } from '../../src/machines/teamChange/teamChange.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { declaredTransitions, transitionKey, transitionTerms } from '../model/transitions.ts';

const machines: readonly AnyStateMachine[] = [
  appMachine,
  companyMachine,
  confirmationMachine,
  contextMenuMachine,
  formModel.machine,
  invitationMachine,
  languageChoiceMachine,
  modalMachine,
  noticeMachine,
  referenceMachine,
  requestMachine,
  sessionMachine,
  subscriptionMachine,
  teamChangeMachine,
  themeMachine,
];

// Paths are made from the machines, so a transition that goes takes its tests with it: this reviewed list is what notices.
for (const machine of machines) {
  test(`${machine.id} declares the transitions that were agreed`, async () => {
    const terms = declaredTransitions(machine).map(transitionTerms).sort();
    await expect(`${terms.join('\n')}\n`).toMatchFileSnapshot(`${machine.id}.txt`);
  });
  test(`every transition of ${machine.id} names what it answers in the specification`, () => {
    const silent = declaredTransitions(machine).filter(({ meta }) => !/^\d /.test((meta as { spec?: string } | undefined)?.spec ?? ''));
    expect(silent.map(transitionKey)).toEqual([]);
  });
}
