import { useActorRef, useSelector } from '@xstate/react';
import { use, useMemo } from 'react';
import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useShowNotice } from '../actum.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import styles from './FileExport.module.css';
import type { AboutAct } from './needs.ts';

function FileExport({ machine }: { readonly machine: typeof fileExportMachine }) {
  const file = useActorRef(machine);
  const isMaking = useSelector(file, (snapshot) => snapshot.matches('making'));
  const percent = useSelector(file, ({ context }) => Math.round(context.fraction * 100));
  const show = useShowNotice();
  useEmitted(file, 'export.failed', ({ sentence }) => show(sentenceText(sentence)));
  const begin = () => file.send({ type: 'export.requested' });
  useScreenActions([{ name: m.export(), run: begin }]);
  if (!isMaking)
    return (
      <Button size="small" icon="download" onClick={begin}>
        <span className="sr-only-phone">{m.export()}</span>
      </Button>
    );
  return (
    <span className={styles.making} role="status">
      <ProgressBar value={percent / 100} label={m.export_making({ percent })} />
      <Button
        kind="ghost"
        size="small"
        icon="cross"
        aria-label={m.export_cancel()}
        onClick={() => file.send({ type: 'export.cancelled' })}
      />
    </span>
  );
}

/** Exports the version as an .xlsx file. */
export function EstimateExport({ versionId }: { readonly versionId: number }) {
  const files = use(useScreens().exports());
  return <FileExport machine={useMemo(() => files.estimate(versionId), [files, versionId])} />;
}

/** Exports the act as an .xlsx file. */
export function ActExport({ actId, teamName, statusName }: { readonly actId: number } & AboutAct) {
  const files = use(useScreens().exports());
  return <FileExport machine={useMemo(() => files.act(actId, { teamName, statusName }), [files, actId, teamName, statusName])} />;
}
