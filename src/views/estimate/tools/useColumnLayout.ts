import { useActorRef, useSelector } from '@xstate/react';
import { AS_MADE, type ColumnLayout, changedLayout, type LayoutChange } from '../../../../domain/columnLayout.ts';
import { modalMachine } from '../../../machines/modal/modal.ts';
import type { OwnCopy } from '../../../machines/ownCopy/ownCopy.ts';
import type { ValueStore } from '../../../machines/resource/valueStore.ts';
import { m } from '../../../messages/messages.ts';
import { useScreenActions } from '../../palette/actions.ts';
import { useEmitted } from '../../reading.ts';
import type { ListTools } from './needs.ts';

const DIALOG = { component: 'columns', attributes: {}, nonclosable: false };

/** The person's layout of columns, and the dialog that changes it. The store has the layout for the table and keeps it on the device. */
export function useColumnLayout(machine: ListTools['layout'], store: ValueStore<OwnCopy<ColumnLayout>>) {
  const copy = useActorRef(machine, { input: store.get() ?? { value: AS_MADE, isUnsent: false } });
  const dialog = useActorRef(modalMachine);
  const isOpen = useSelector(dialog, (snapshot) => snapshot.matches('open'));
  const layout = useSelector(copy, ({ context }) => context.value);
  useEmitted(copy, 'copy.kept', ({ kept }) => store.set(kept));
  const open = () => dialog.send({ type: 'modal.opened', content: DIALOG });
  useScreenActions([{ name: m.columns_title(), run: open }]);
  return {
    layout,
    isOpen,
    open,
    close: () => dialog.send({ type: 'modal.closed' }),
    change: (change: LayoutChange) => copy.send({ type: 'value.changed', value: changedLayout(copy.getSnapshot().context.value, change) }),
  };
}
