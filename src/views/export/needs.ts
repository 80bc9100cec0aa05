import type { Parties } from '../../../domain/api/parties.ts';
import type { fileExportMachine } from '../../machines/fileExport/fileExport.ts';

/** Texts of an act's workbook that the act itself does not hold. */
export interface AboutAct {
  readonly statusName: string;
  /** Absent for the holder of a link, who cannot read the project. */
  readonly parties?: Parties | undefined;
}
/** A certificate as it was issued, or as that of an act would be. */
export type SheetOf = { readonly certificateId: number } | { readonly actId: number };
export interface Exports {
  readonly estimate: (versionId: number) => typeof fileExportMachine;
  readonly act: (actId: number, about: AboutAct) => typeof fileExportMachine;
  /** The contract a version belongs to. */
  readonly contract: (versionId: number) => typeof fileExportMachine;
  readonly certificate: (certificate: SheetOf) => typeof fileExportMachine;
}
