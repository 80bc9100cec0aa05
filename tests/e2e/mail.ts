import { lettersIn } from '../outbox.ts';
import { expect, type RunningActum } from './server.ts';

const lettersTo = (outbox: string, email: string): readonly string[] =>
  lettersIn(outbox).filter((letter) => letter.includes(`To: ${email}\r\n`));

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
