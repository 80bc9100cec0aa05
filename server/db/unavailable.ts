/** Which failures of a query mean that the database could not be reached, and not that the query was wrong. */

/** SQLSTATE classes: connection, resources (disk, memory, connections), operator (shutdown, cancelled by a limit), system. */
const CLASSES = new Set(['08', '53', '57', '58']);
/** Read-only server, idle transaction ended, lock not obtained in time, serialization failure, deadlock. */
const STATES = new Set(['25006', '25P03', '55P03', '40001', '40P01']);
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** The drivers' own messages, because these errors have no code. */
const WORDS = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^timeout expired/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Cannot use a pool after calling end/,
  /^driver has already been destroyed/,
  /^PGlite is clos/,
];

/** Whether the database gave no answer, or none for now: the query may be tried again later, and a write too if it has a key. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK.has(code) || STATES.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && CLASSES.has(code.slice(0, 2))) return true;
  if ('syscall' in error && error.syscall === 'connect') return true;
  return WORDS.some((words) => words.test(error.message));
}
