import { useActorRef, useSelector } from '@xstate/react';
import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useShowNotice } from '../actum.tsx';
import { useEmitted } from '../reading.ts';
import styles from './ownData.module.css';

interface DataDownloadProps {
  readonly machine: typeof fileExportMachine;
  readonly label: string;
}

/** Collects data into a file for download, with its progress. */
export function DataDownload({ machine, label }: DataDownloadProps) {
  const file = useActorRef(machine);
  const isMaking = useSelector(file, (snapshot) => snapshot.matches('making'));
  const percent = useSelector(file, ({ context }) => Math.round(context.fraction * 100));
  const show = useShowNotice();
  useEmitted(file, 'export.failed', ({ sentence }) => show(sentenceText(sentence)));
  // One button, so that the focus stays on it. The second click of a double click cancels nothing.
  return (
    <span className={styles.making}>
      {isMaking && (
        <span role="status">
          <ProgressBar value={percent / 100} label={m.data_collecting({ percent })} />
        </span>
      )}
      <Button
        {...(!isMaking && { icon: 'download' })}
        onClick={({ detail }) =>
          isMaking ? detail < 2 && file.send({ type: 'export.cancelled' }) : file.send({ type: 'export.requested', format: 'xlsx' })
        }
      >
        {isMaking ? m.action_cancel() : label}
      </Button>
    </span>
  );
}
