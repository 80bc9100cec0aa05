import type { CertificateSheet, Ledger } from '../../../domain/api/certificateShapes.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import type { Project } from '../../../domain/api/shapes.ts';
import type { certificateMachine } from '../../machines/certificate/certificate.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { termsMachine } from '../../machines/terms/terms.ts';
import type { Read } from '../needs.ts';

/** The payments of one contract. */
export interface LedgerPart extends Read {
  readonly ledger: ValueStore<Ledger>;
  readonly certificate: typeof certificateMachine;
}
/** The sheet of an act, issued or as it would be; or of any issued certificate. */
export type SheetOf = { readonly act: number } | { readonly certificate: number };
export interface SheetShown {
  readonly sheet: CertificateSheet;
  readonly project: Project;
}
export interface SheetPart extends Read {
  readonly shown: ValueStore<SheetShown>;
  readonly certificate: typeof certificateMachine;
}
/** The terms in force, and those before them. */
export interface TermsPart extends Read {
  readonly terms: ValueStore<Answer<'GET /projects/:id/terms/'>>;
  readonly machine: typeof termsMachine;
}
export interface PaymentScreens {
  readonly terms: (projectId: number) => TermsPart;
  readonly ledger: (versionId: number) => LedgerPart;
  readonly sheet: (of: SheetOf) => SheetPart;
}
