import { cutTo } from '../../domain/cut.ts';
import type { Language } from '../../domain/languages.ts';
import type { Letter } from '../mail/transport.ts';
import type { Words } from './texts.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const LONGEST_NAME = 80;
/** A person's chosen name, made safe for a mail to a stranger: one line, short, and without text that a mail program would turn into a link. */
export const shownName = (name: string): string => {
  const plain = name
    .replace(/\s+/g, ' ')
    .replace(/\w+:\/\/|www\./gi, '')
    .replace(/(\p{L})\.(?=\p{L})/gu, '$1. ')
    .trim();
  return plain.length > LONGEST_NAME ? `${cutTo(plain, LONGEST_NAME)}…` : plain;
};

/** The mail of these words in this language to one address, around one link. */
export function letterOf(words: Words, language: Language, to: string, link: string): Letter {
  const { subject, opening, action, closing } = words;
  return {
    to,
    subject,
    link,
    text: `${opening}\n\n${link}\n\n${closing}\n\nActum\n`,
    html: `<!doctype html>
<html lang="${language}">
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c2430">
<p>${escaped(opening)}</p>
<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#2563eb;color:#ffffff;text-decoration:none">${escaped(action)}</a></p>
<p>${escaped(closing)}</p>
<p style="color:#5b6675">Actum</p>
</body>
</html>
`,
  };
}
