import { Unanswered } from '../../domain/api/call.ts';
import { hasFile } from './askedAhead.ts';
import { failureOf } from './failure.ts';

/** The files requested here, each with the promise of its arrival. */
const asked = new Map<string, Promise<unknown>>();

async function fetchWhole(file: string, address: string): Promise<void> {
  if (await hasFile(file)) return;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw failureOf(answer.status, address);
    await answer.arrayBuffer();
  } catch (error) {
    throw error instanceof TypeError ? new Unanswered(address) : error;
  }
}

const applyStyle = (address: string) =>
  new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });

/** Whether the page or src/ahead.ts has requested the file already; a style counts only once it is applied. */
const isInPage = (address: string, isStyle: boolean) =>
  document.querySelector(isStyle ? `link[rel=stylesheet][href="${address}"]` : `[href="${address}"],[src="${address}"]`) !== null;

function bring(file: string): Promise<unknown> {
  const address = `/${file}`;
  const isStyle = file.endsWith('.css');
  const known = asked.get(file) ?? (isInPage(address, isStyle) ? Promise.resolve() : null);
  if (known !== null) return known;
  const coming = fetchWhole(file, address).then(
    () => isStyle && applyStyle(address),
    (error: unknown) => {
      asked.delete(file);
      throw error;
    },
  );
  asked.set(file, coming);
  return coming;
}

/**
 * Imports code once the browser has its files; the build wraps every dynamic import in it (scripts/codeFiles.ts). A browser gives up a module that could not
 * be fetched until the page is reloaded, so an import begins only when all its files are there.
 */
export const importWith = <Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> =>
  Promise.all(files.map(bring)).then(load);
