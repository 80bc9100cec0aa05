import { useRef } from 'react';
import type { Brought } from '../../machines/import/setup.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useScreenActions } from '../palette/actions.ts';
import styles from './ProjectPage.module.css';
import { useBrought } from './useBrought.ts';

const READ_FILES = '.xlsx,.xlsm,.xlsb,.xls,.ods,.fods,.csv,.tsv,.txt,.xml,.x80,.x81,.x82,.x83,.x84,.x85,.x86,.x87,.x89,.d83,.p83,.bc3';

interface FilePickerProps {
  readonly title: string;
  readonly lead: string;
  readonly problem: string | null;
  readonly onChoose: (file: File) => void;
  readonly onPaste: (text: string) => void;
}

/** A button to choose a workbook. A file dropped anywhere in the window or pasted is taken as well. */
export function FilePicker({ title, lead, problem, onChoose, onPaste }: FilePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useBrought({ onFile: onChoose, onText: onPaste });
  const choose = () => field.current?.click();
  useScreenActions([{ name: m.project_choose_file(), run: choose }]);
  return (
    <section aria-label={title} className={classNames(styles.drop, isOver && styles.over)}>
      <span className={styles.picture}>
        <Icon name="table" />
      </span>
      <h2>{isOver ? m.import_drop_here() : title}</h2>
      <p className="muted">{lead}</p>
      <input
        ref={field}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={m.project_workbook()}
        accept={READ_FILES}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      <Button kind="primary" size="large" icon="upload" onClick={choose}>
        {m.project_choose_file()}
      </Button>
      <p className="faint">{m.import_brings()}</p>
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

interface SendingProps {
  /** Cancels the upload; null once the file is on the server, or the upload is being cancelled. */
  readonly brought: Brought | null;
  readonly isWithdrawing: boolean;
  /** The fraction that has been sent; null where it is unknown. */
  readonly sent: number | null;
  readonly onCancel: () => void;
}

/** An upload in progress, which can be cancelled. */
export function Sending({ brought, isWithdrawing, sent, onCancel }: SendingProps) {
  // The file has arrived, and its reading is about to be shown.
  if (brought === null && !isWithdrawing) return <SkeletonRows label={m.import_looking()} />;
  const title =
    brought === null
      ? m.import_withdrawing()
      : 'file' in brought
        ? m.import_sending_file({ file: brought.file.name })
        : m.import_sending_rows();
  return (
    <EmptyState
      title={title}
      action={
        <>
          <ProgressBar value={sent} label={title} />
          {brought !== null && <Button onClick={onCancel}>{m.import_cancel()}</Button>}
        </>
      }
    >
      {m.import_sending_why()}
    </EmptyState>
  );
}
