/** Writes docs/settings.md: every setting, from the list that checks them. */
import { writeFileSync } from 'node:fs';
import { ABOUT, SETTINGS } from '../server/config.ts';

export const PAGE = new URL('../docs/settings.md', import.meta.url);

type Cells = readonly [string, string, string];

function table(rows: readonly Cells[]): string {
  const head: Cells = ['setting', 'without it', 'meaning'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function page(): string {
  const chapters = ABOUT.map((about) => {
    const rows = Object.entries(SETTINGS)
      .filter(([, setting]) => setting.about === about)
      .map(
        ([name, { without, meaning, ...rest }]): Cells => [`\`${name}\``, without, 'isSecret' in rest ? `${meaning}; a secret` : meaning],
      );
    return `## ${about}\n\n${table(rows)}`;
  });
  return `# Settings

All settings are optional environment variables. They are checked when the server starts: with an invalid one it does not start, and prints which values are allowed. An empty one counts as not set.

${chapters.join('\n\n')}

This page is written from the list that checks the settings (\`server/config.ts\`) by \`node scripts/settings.ts\`.
`;
}

if (import.meta.main) writeFileSync(PAGE, page());
