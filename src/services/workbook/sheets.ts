import type { ListCosts } from '../../../domain/api/shapes.ts';
import { type ActWords, actSheets, type ExportedAct } from '../../../domain/workbook/act.ts';
import { type CertificateWords, certificateSheets, type ExportedCertificate } from '../../../domain/workbook/certificate.ts';
import { type ContractRowShown, type ContractWords, contractSheets, type ExportedContract } from '../../../domain/workbook/contract.ts';
import { type EstimateWords, type ExportedEstimate, estimateSheets } from '../../../domain/workbook/estimate.ts';
import type { Sheet } from '../../../domain/workbook/sheet.ts';
import type { Gathered } from './gathered.ts';

/** The contents of an estimate's workbook, without the rows of its lists. */
export interface EstimateOutline {
  readonly of: 'estimate';
  readonly estimate: Omit<ExportedEstimate, 'lists'> & { readonly lists: readonly ListCosts[] };
  readonly words: EstimateWords;
}
/** The same of an act. */
export interface ActOutline {
  readonly of: 'act';
  readonly act: Omit<ExportedAct, 'lists'> & { readonly lists: readonly Omit<ExportedAct['lists'][number], 'rows'>[] };
  readonly words: ActWords;
}

/** The contents of a certificate's workbook. */
export interface CertificateOutline {
  readonly of: 'certificate';
  readonly certificate: ExportedCertificate;
  readonly words: CertificateWords;
}
/** The contents of a contract's workbook, without its rows. */
export interface ContractOutline {
  readonly of: 'contract';
  readonly contract: Omit<ExportedContract, 'rows'>;
  readonly words: ContractWords;
}
export type WorkbookOutline = EstimateOutline | ActOutline | CertificateOutline | ContractOutline;

const contractRows = (rows: Gathered): readonly ContractRowShown[] => rows.of(CONTRACT_ROWS);
/** All rows of a contract are handed on as those of one list. */
export const CONTRACT_ROWS = 0;

export const sheetsOf = (outline: WorkbookOutline, rows: Gathered): Sheet[] =>
  outline.of === 'certificate'
    ? certificateSheets(outline.certificate, outline.words)
    : outline.of === 'contract'
      ? contractSheets({ ...outline.contract, rows: contractRows(rows) }, outline.words)
      : outline.of === 'estimate'
        ? estimateSheets(
            { ...outline.estimate, lists: outline.estimate.lists.map((costs) => ({ costs, rows: rows.of(costs.id) })) },
            outline.words,
          )
        : actSheets({ ...outline.act, lists: outline.act.lists.map((list) => ({ ...list, rows: rows.of(list.id) })) }, outline.words);
