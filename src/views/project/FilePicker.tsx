import { type DragEvent, useRef, useState } from 'react';
import { m } from '../../messages/messages.ts';
import { told } from '../../messages/told.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useScreenActions } from '../palette/actions.ts';
import styles from './ProjectPage.module.css';

interface FilePickerProps {
  readonly title: string;
  readonly lead: string;
  /** The name of the file on its way, or null. */
  readonly uploading: string | null;
  readonly problem: string | null;
  readonly onChoose: (file: File) => void;
}

/** A place to drop a workbook on, or to choose one from. */
export function FilePicker({ title, lead, uploading, problem, onChoose }: FilePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onChoose(file);
  };
  const choose = () => field.current?.click();
  const sending = uploading === null ? null : m.project_sending({ file: uploading });
  useScreenActions([{ name: m.project_choose_file(), run: choose, blocked: sending }]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (uploading === null) take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label={title}
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className={styles.picture}>
        <Icon name="table" />
      </span>
      <h2>{title}</h2>
      <p className="muted">{lead}</p>
      <input
        ref={field}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={m.project_workbook()}
        accept=".xlsx,.xlsm"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <Button kind="primary" size="large" icon="upload" loading={uploading !== null} onClick={choose}>
        {sending ?? m.project_choose_file()}
      </Button>
      <p className="faint">{m.project_or_drop()}</p>
      {problem !== null && (
        <p className="wrong" role="alert">
          {told(problem)}
        </p>
      )}
    </section>
  );
}
