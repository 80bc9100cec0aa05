import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type RunningActum } from './server.ts';

const lettersTo = (outbox: string, email: string): readonly string[] => {
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((letter) => letter.includes(`To: ${email}\r\n`));
  } catch {
    return [];
  }
};

/** The path of the matching link in the newest mail to an address, once there are the given number of such mails. */
export async function mailedPath(actum: RunningActum, email: string, start: string, count = 1): Promise<string> {
  const paths = () =>
    lettersTo(actum.outbox, email).flatMap((letter) => {
      const link = /^https?:\/\/[^/\s]+(\/\S+)\r?$/m.exec(letter)?.[1];
      return link?.startsWith(start) ? [link] : [];
    });
  await expect.poll(() => paths().length).toBeGreaterThanOrEqual(count);
  return paths().at(-1) ?? '';
}
