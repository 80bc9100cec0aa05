import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL } from '../inspector/messages.ts';

const MARKS: readonly string[] = [CHANNEL, 'BroadcastChannel("actum-inspector', 'elk.algorithm', '_transitions.map'];

/** The files under a folder that contain parts of the inspector. */
export const tracesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(js|css|html)$/.test(path) && MARKS.some((mark) => readFileSync(join(folder, path), 'utf8').includes(mark)),
  );
