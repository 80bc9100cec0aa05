import { useActorRef, useSelector } from '@xstate/react';
import type { FileFormat } from '../../../domain/exchange/estimate.ts';
import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { useShowNotice } from '../actum.tsx';
import { useEmitted } from '../reading.ts';

/** Makes a file for download. `press` is for the one button that starts and cancels, so that the focus stays on it. */
export function useFile(machine: typeof fileExportMachine) {
  const file = useActorRef(machine);
  const isMaking = useSelector(file, (snapshot) => snapshot.matches('making'));
  const percent = useSelector(file, ({ context }) => Math.round(context.fraction * 100));
  const show = useShowNotice();
  useEmitted(file, 'export.failed', ({ sentence }) => show(sentenceText(sentence)));
  const begin = (format: FileFormat = 'xlsx') => file.send({ type: 'export.requested', format });
  const press = ({ detail }: { readonly detail: number }) => {
    if (!isMaking) begin();
    // The second click of a double click cancels nothing.
    else if (detail < 2) file.send({ type: 'export.cancelled' });
  };
  return { isMaking, percent, begin, press };
}
