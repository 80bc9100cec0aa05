import { useActorRef } from '@xstate/react';
import { AS_MADE } from '../../../../domain/columnLayout.ts';
import type { KeptLayout } from '../../../machines/columnLayout/columnLayout.ts';
import type { ValueStore } from '../../../machines/resource/valueStore.ts';
import { m } from '../../../messages/messages.ts';
import { useScreenActions } from '../../palette/actions.ts';
import { useEmitted } from '../../reading.ts';
import type { ListTools } from './needs.ts';

/** The person's layout of columns. The store has it for the table and keeps it on the device. */
export function useColumnLayout(machine: ListTools['layout'], store: ValueStore<KeptLayout>) {
  const layout = useActorRef(machine, { input: store.get() ?? { layout: AS_MADE, isUnsent: false } });
  useEmitted(layout, 'layout.kept', ({ kept }) => store.set(kept));
  useScreenActions([{ name: m.columns_title(), run: () => layout.send({ type: 'dialog.opened' }) }]);
  return layout;
}
