import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';

/** Texts of an act's workbook that the act itself does not hold. */
export interface AboutAct {
  readonly statusName: string;
}
export interface Exports {
  readonly estimate: (versionId: number) => typeof fileExportMachine;
  readonly act: (actId: number, about: AboutAct) => typeof fileExportMachine;
}
