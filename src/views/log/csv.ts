import type { SecurityEntry } from '../../../domain/api/securityLogRoutes.ts';
import { decimalMarkOf } from '../../../domain/languages.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';
import { detailOf, kindName, whoOf } from './words.ts';

/** A cell that no spreadsheet reads as a formula, whatever name a person or a project has. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Spreadsheets separate cells by semicolons where a comma is the decimal mark. */
const parted = () => (decimalMarkOf(spokenLanguage()) === ',' ? ';' : ',');

/** Entries as a file for spreadsheets: the byte order mark tells them that it is UTF-8. */
export function csvOf(entries: readonly SecurityEntry[]): string {
  const head = [m.log_when(), m.log_what(), m.log_who(), m.log_about(), m.log_address(), m.log_device()];
  const lines = entries.map((entry) => [entry.at, kindName(entry.kind), whoOf(entry), detailOf(entry), entry.address, entry.device]);
  return `\ufeff${[head, ...lines].map((line) => line.map(cell).join(parted())).join('\r\n')}\r\n`;
}
