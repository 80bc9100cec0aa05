import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page of the built client in a folder; null where none is built. */
export function pageIn(folder: string | undefined): string | null {
  const path = folder === undefined ? null : join(folder, 'index.html');
  return path !== null && existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The scripts written in a page, as the directive `script-src` names them: by the SHA-256 of each (CSP Level 3, 2.3.1). */
export const ownScripts = (page: string): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
