/**
 * Runs before the application's own code has arrived. For a screen opened by its address it fetches the screen's files and makes its first requests at once.
 * It imports nothing, so that it arrives early. Each answer is given to the screen once; an answer that the screen does not ask for is dropped.
 */
import type { PageAhead } from './services/askedAhead.ts';

/** The files of each part of the client (scripts/chunks.ts), which the build writes here. */
declare const __FILES__: Readonly<Record<string, readonly string[]>>;

interface FirstScreen {
  readonly parts: readonly string[];
  /** Parts needed as soon as the screen is shown. They are fetched last, because they would compete with the rest for the connection. */
  readonly afterwards: readonly string[];
  readonly questions: readonly string[];
}

function firstScreen(path: string): FirstScreen | null {
  const [, project, version, list] = /^\/project\/(\d+)\/(\d+)(?:\/list\/(\d+))?\/?$/.exec(path) ?? [];
  if (project !== undefined) {
    const rows = list === undefined ? [] : [`lists/${list}/rows/?offset=0&limit=256&view=&shape=columns&kept=true`];
    return {
      parts: list === undefined ? ['common', 'summary'] : ['common'],
      afterwards: ['live', 'tools'],
      questions: ['profile/', ...rows, `versions/${version}/summary/`, `projects/${project}/tree`],
    };
  }
  const [, act] = /^\/act\/(\d+)(?:\/list\/\d+)?\/?$/.exec(path) ?? [];
  return act === undefined
    ? null
    : { parts: ['common'], afterwards: ['live'], questions: ['profile/', `acts/${act}/`, `acts/${act}/summary/`] };
}

const filesOf = (parts: readonly string[]) => [...new Set(parts.flatMap((part) => __FILES__[part] ?? []))];

/** Resolves to true once the file has been fetched, and to false when that fails. */
function preload(file: string): Promise<boolean> {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  // Requested exactly as the page requests them later, because otherwise they would be fetched twice.
  link.crossOrigin = '';
  link.href = `/${file}`;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
  });
}

/**
 * Fetches a file into the browser's cache. A plain fetch, because a browser gives up a module whose preload failed until the page is reloaded, and compiles
 * a second time what was preloaded as a plain script.
 */
async function cache(file: string): Promise<boolean> {
  try {
    const answer = await fetch(`/${file}`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

const access = /(?:^|; )(?:__Host-)?access=([^;]+)/.exec(document.cookie)?.[1];
const screen = access === undefined ? null : firstScreen(location.pathname);
if (access !== undefined && screen !== null) {
  const headers = { Authorization: `Bearer ${access}` };
  const ask = (path: string) => {
    const answer = fetch(`/api/v1/${path}`, { headers });
    const keep = async () => {
      const found = await answer;
      if (found.ok) texts.set(`/api/v1/${path}`, await found.clone().text());
    };
    // The screen repeats a request that failed here, and reports the failure.
    keep().catch(() => undefined);
    return answer;
  };
  const texts = new Map<string, string>();
  const answers = new Map(screen.questions.map((path) => [`/api/v1/${path}`, ask(path)]));
  const first = filesOf(screen.parts);
  const next = filesOf(screen.afterwards).filter((file) => !first.includes(file));
  const files = new Map(first.map((file) => [file, preload(file)]));
  const fetchNext = () => {
    for (const file of next.splice(0)) files.set(file, cache(file));
  };
  (globalThis as PageAhead).askedAhead = { access, at: performance.now(), answers, texts, files, fetchNext };
  void Promise.all(files.values()).then(fetchNext);
}
