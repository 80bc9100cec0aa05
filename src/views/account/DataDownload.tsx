import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useFile } from '../export/useFile.ts';
import styles from './ownData.module.css';

interface DataDownloadProps {
  readonly machine: typeof fileExportMachine;
  readonly label: string;
}

/** Collects data into a file for download, with its progress. */
export function DataDownload({ machine, label }: DataDownloadProps) {
  const { isMaking, percent, press } = useFile(machine);
  return (
    <span className={styles.making}>
      {isMaking && (
        <span role="status">
          <ProgressBar value={percent / 100} label={m.data_collecting({ percent })} />
        </span>
      )}
      <Button {...(!isMaking && { icon: 'download' })} onClick={press}>
        {isMaking ? m.action_cancel() : label}
      </Button>
    </span>
  );
}
