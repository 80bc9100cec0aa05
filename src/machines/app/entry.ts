/** What the address says when the page is opened. */

const PRIVATE = /^\/(projects|project|act|import)(\/|$)/;

/** The key of a public act: `/public/{hash}`, with or without a list behind it. */
export function publicKeyOf(path: string): string | null {
  const hash = /^\/public\/([^/]+)/.exec(path)?.[1];
  return hash === undefined ? null : decodeURIComponent(hash);
}

/** Where to go once signed in: the project a landing page names, else the page that was asked for, else null. */
export function destinationOf(path: string, search: string): string | null {
  const query = new URLSearchParams(search);
  const project = query.get('project_id') ?? '';
  if (query.get('from_landing') === 'true' && /^[1-9]\d*$/.test(project)) return `/project/${project}`;
  return PRIVATE.test(path) ? path + search : null;
}
