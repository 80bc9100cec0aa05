import type { CertificateSheet } from '../contract/certificateShapes.ts';
import { cut } from './sheet.ts';

/** Longest name of a file, its ending included (docs/product.md, 13.1). */
const LONGEST = 80;
const WORKBOOK = '.xlsx';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const named = (stem: string, ending: string = WORKBOOK): string =>
  `${cut(stem.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-'), LONGEST - ending.length).replace(/[. ]+$/, '')}${ending}`;

/** "2026-11-30" as "30 Nov". */
function dayAndMonth(date: string): string {
  const [, month, day] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]}`;
}

interface NamedAct {
  readonly number: string;
  /** A calendar date, 2026-11-30. */
  readonly finish_date: string | null;
  /** Exact, 1234.50. */
  readonly price: string;
  readonly project_name: string;
}

/** `Act {number} {d MMM} {price} {project}.xlsx`; act.xlsx when one of them is missing (docs/product.md, 13.1). */
export function actFileName(act: NamedAct | null): string {
  if (act === null || act.finish_date === null || act.number === '' || act.price === '' || act.project_name === '') return `act${WORKBOOK}`;
  return named(`Act ${act.number} ${dayAndMonth(act.finish_date)} ${act.price} ${act.project_name}`);
}

/** `Estimate {version} {price} {project}` with the ending of its format, by the same rules. */
export const estimateFileName = (
  version: { readonly number: number; readonly price: string; readonly project_name: string },
  ending: string = WORKBOOK,
): string => named(`Estimate ${version.number} ${version.price} ${version.project_name}`, ending);

/** `Certificate {number} {d MMM} {due} {project}.xlsx` by the same rules; without the day while it is not issued. */
export function certificateFileName({ number, date, due, project }: Pick<CertificateSheet, 'number' | 'date' | 'due' | 'project'>): string {
  return named(['Certificate', number, ...(date === null ? [] : [dayAndMonth(date)]), due, project.name].join(' '));
}

/** `Contract {version} {now} {project}.xlsx` by the same rules; of its last version. */
export const contractFileName = (contract: { readonly number: number; readonly now: string; readonly project_name: string }): string =>
  named(`Contract ${contract.number} ${contract.now} ${contract.project_name}`);
