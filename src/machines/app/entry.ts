/** Reads the address that the page was opened at. */

const PRIVATE = /^\/(projects|project|act|certificate|import|account|change-email|team)(\/|$)/;

function segmentAfter(first: string, path: string): string | null {
  const [, start, segment = ''] = path.split('/');
  if (start !== first || segment === '') return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The key of a public act: `/public/{hash}`, or `/answer/{hash}` where it may be answered, with or without a list behind it. */
export const publicKeyOf = (path: string): string | null => segmentAfter('public', path) ?? segmentAfter('answer', path);

/** The hash of an invitation's link: `/invitation/{hash}`. */
export const invitationHashOf = (path: string): string | null => segmentAfter('invitation', path);

/** The address to open after signing in: the project a landing page names, or the page that was requested, or null. */
export function destinationOf(path: string, search: string): string | null {
  const query = new URLSearchParams(search);
  const project = query.get('project_id') ?? '';
  if (query.get('from_landing') === 'true' && /^[1-9]\d*$/.test(project)) return `/project/${project}`;
  return PRIVATE.test(path) ? path + search : null;
}
