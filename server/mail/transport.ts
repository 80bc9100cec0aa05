import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.ts';

/** A mail ready to be sent: plain text with its link on a line of its own, and the same as simple HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers letters. Rejects when a letter was not accepted; `isFinal` tells that trying again is useless. */
export interface Transport {
  send(letter: Letter, until: AbortSignal): Promise<void>;
  isFinal(error: unknown): boolean;
}

const TIMEOUT = 15_000;

/** Through a mail server: SMTP_URL, smtp:// (STARTTLS where offered) or smtps://. */
export function smtpTransport(url: string, from: string): Transport {
  const mailer = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }, until) {
      await mailer.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        signal: until,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    isFinal: (error) => {
      const { code = '', responseCode = 0 } = error as { readonly code?: string; readonly responseCode?: number };
      return code === 'EENVELOPE' && responseCode >= 500;
    },
  };
}

/** Writes each letter to an .eml file in a folder, with its link on a separate line. The log names the file and none of its contents. */
export function outboxTransport(folder: string, from: string, log: Log): Transport {
  return {
    async send(letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, emlOf(letter, from), { mode: 0o600 });
      await rename(unfinished, join(folder, name));
      log.info(`A mail is in ${join(folder, name)}`, { event: 'mail' });
    },
    isFinal: () => false,
  };
}

const BYTES_A_WORD = 42;
/** A header's text as RFC 2047 writes what is not ASCII: words of base64, each of whole characters. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const words: string[] = [''];
  for (const character of text) {
    const longer = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(longer) > BYTES_A_WORD) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** "Name <address>" with the name as headers carry it. */
const headerAddress = (address: string): string => {
  const [, name = '', mailbox = ''] = /^(.+?)\s*(<[^<>]+>)$/.exec(address) ?? [];
  return mailbox === '' ? address : `${headerText(name)} ${mailbox}`;
};

/** The letter as a message, unencoded (8bit), so that its link can be read in the file. */
function emlOf({ to, subject, text, html }: Letter, from: string): string {
  const boundary = `=_${randomUUID()}`;
  const part = (type: string, content: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replaceAll('\n', '\r\n')}\r\n`;
  return [
    `From: ${headerAddress(from)}`,
    `To: ${to}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@actum>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', text)}${part('text/html', html)}--${boundary}--`,
    '',
  ].join('\r\n');
}
