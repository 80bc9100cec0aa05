/** The files that were asked for here, and whether they have come. */
const asked = new Map<string, Promise<void>>();

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.arrayBuffer();
}

const applyStyle = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(address));
    };
    document.head.append(link);
  });

/** Whether the page or src/ahead.ts has asked for it; a style only counts once it is applied. */
const isInPage = (address: string, isStyle: boolean) =>
  document.querySelector(isStyle ? `link[rel=stylesheet][href="${address}"]` : `[href="${address}"],[src="${address}"]`) !== null;

function bring(file: string): Promise<void> {
  const address = `/${file}`;
  const isStyle = file.endsWith('.css');
  const known = asked.get(file) ?? (isInPage(address, isStyle) ? Promise.resolve() : null);
  if (known !== null) return known;
  const coming = (isStyle ? applyStyle : fetchScript)(address).catch((error: unknown) => {
    asked.delete(file);
    throw error;
  });
  asked.set(file, coming);
  return coming;
}

/**
 * Imports code once the browser has its files; the build puts it around every dynamic import (scripts/codeFiles.ts). A browser gives up a module
 * that could not be fetched until the page is loaded again, so an import may only begin when it will find everything.
 */
export const importWith = <Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> =>
  Promise.all(files.map(bring)).then(load);
