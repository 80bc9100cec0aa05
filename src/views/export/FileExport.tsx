import { use, useMemo } from 'react';
import type { ExchangeFormat, FileFormat } from '../../../domain/exchange/estimate.ts';
import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuOption } from '../../ui/menuOption.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useScreens } from '../screens.tsx';
import styles from './FileExport.module.css';
import type { AboutAct, SheetOf } from './needs.ts';
import { useFile } from './useFile.ts';

interface FileExportProps {
  readonly machine: typeof fileExportMachine;
  /** Formats of other programs, where there are any. */
  readonly others?: readonly MenuOption[];
}

function FileExport({ machine, others = [] }: FileExportProps) {
  const { isMaking, percent, begin, press } = useFile(machine);
  useScreenActions([
    { name: m.export(), run: () => begin() },
    ...others.map(({ key, label, group }) => ({
      name: m.export_as({ format: [group, label].join(', ') }),
      run: () => begin(key as FileFormat),
    })),
  ]);
  return (
    <span className={styles.choice}>
      {isMaking && (
        <span role="status">
          <ProgressBar value={percent / 100} label={m.export_making({ percent })} />
        </span>
      )}
      <Button
        kind={isMaking ? 'ghost' : 'secondary'}
        size="small"
        icon={isMaking ? 'cross' : 'download'}
        aria-label={isMaking ? m.export_cancel() : undefined}
        onClick={press}
      >
        {isMaking ? undefined : <span className="sr-only-phone">{m.export()}</span>}
      </Button>
      {!isMaking && others.length > 0 && (
        <Menu
          trigger={<Button kind="ghost" size="small" icon="chevronDown" aria-label={m.export_other()} />}
          options={others}
          onChoose={(key) => begin(key as FileFormat)}
        />
      )}
    </span>
  );
}

const exchangeFormats = (): readonly (MenuOption & { readonly key: ExchangeFormat })[] => [
  { key: 'bc3', label: m.export_bc3(), group: m.export_fiebdc() },
  { key: 'bc3Unpriced', label: m.export_bc3_unpriced(), group: m.export_fiebdc() },
  { key: 'x82', label: m.export_x82(), group: m.export_gaeb() },
  { key: 'x83', label: m.export_x83(), group: m.export_gaeb() },
  { key: 'x84', label: m.export_x84(), group: m.export_gaeb() },
];

/** Exports the version as a workbook, or as a file of another program. */
export function EstimateExport({ versionId }: { readonly versionId: number }) {
  const files = use(useScreens().exports());
  return <FileExport machine={useMemo(() => files.estimate(versionId), [files, versionId])} others={exchangeFormats()} />;
}

/** Exports the act as an .xlsx file. */
export function ActExport({ actId, statusName, parties }: { readonly actId: number } & AboutAct) {
  const files = use(useScreens().exports());
  return <FileExport machine={useMemo(() => files.act(actId, { statusName, parties }), [files, actId, statusName, parties])} />;
}

/** Exports a certificate as a workbook with formulas. */
export function CertificateExport({ of }: { readonly of: SheetOf }) {
  const files = use(useScreens().exports());
  return <FileExport machine={useMemo(() => files.certificate(of), [files, of])} />;
}

/** Exports a contract over all its versions as a workbook. */
export function ContractExport({ versionId }: { readonly versionId: number }) {
  const files = use(useScreens().exports());
  return <FileExport machine={useMemo(() => files.contract(versionId), [files, versionId])} />;
}
