import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { Unusable } from './unusable.ts';

const SHORTEST = 8;

/** The passphrase the settings give: `BACKUP_PASSPHRASE`, or the first line of the file `BACKUP_PASSPHRASE_FILE`; null for none. */
export function givenPassphrase({ passphrase, passphraseFile }: Config['backups']): string | null {
  if (passphrase !== null) return passphrase;
  if (passphraseFile === null) return null;
  let text: string;
  try {
    text = readFileSync(passphraseFile, 'utf8');
  } catch {
    throw new Unusable(`The file of BACKUP_PASSPHRASE_FILE cannot be read (${passphraseFile})`);
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line.length < SHORTEST) throw new Unusable(`The passphrase in ${passphraseFile} must be at least ${SHORTEST} characters long`);
  return line;
}

/** Asks in a terminal, without showing what is typed. */
export async function askedPassphrase(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new Unusable('The file needs a passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE');
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let typed = '';
  try {
    for await (const keys of stdin as AsyncIterable<string>)
      for (const key of keys) {
        if (key === '\r' || key === '\n') return typed;
        if (key === '\u0003') throw new Unusable('Nothing was done');
        typed = key === '\u007f' ? typed.slice(0, -1) : typed + key;
      }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stdin.unref();
    stderr.write('\n');
  }
}
