import type { CertificateSheet } from '../api/certificateShapes.ts';
import { cutTo } from '../cut.ts';

/** Longest name of a file, its ending included (docs/product.md, 13.1). */
const LONGEST = 80;
const WORKBOOK = '.xlsx';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Direction marks: with them a name can appear to have another ending than it has. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const safe = (text: string, longest: number): string =>
  cutTo(text.replace(DIRECTIONS, '').replace(/[\\/:*?"<>|\p{Cc}]/gu, '-'), longest).replace(/[. ]+$/, '');
const named = (stem: string, ending: string = WORKBOOK): string => `${safe(stem, LONGEST - ending.length)}${ending}`;

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

/** Windows creates no files with these names, whatever their extension. */
const OF_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** A folder of an archive, named after a project. */
function folderOf(project: string): string {
  const name = safe(project.trim(), LONGEST) || '–';
  return OF_WINDOWS.test(name) ? `_${name}` : name;
}

/** Gives files of an archive their paths: within the folder of their project, and unique even where upper and lower case are not distinguished. */
export function pathsInArchive(): (project: string, name: string) => string {
  const taken = new Set<string>();
  return (project, name) => {
    const folder = folderOf(project);
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${count === 1 ? name : name.replace(/(\.\w+)$/, ` (${count})$1`)}`;
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}
