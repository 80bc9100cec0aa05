import type { Config } from './config.ts';
import { isUnavailable } from './db/unavailable.ts';

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Sentences for the error codes of a refused connection. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the user or the password of DATABASE_URL',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL',
  '3D000': 'The database that DATABASE_URL names does not exist: make it first (createdb)',
  '42501': 'The user of DATABASE_URL may not make tables in that database: make it the owner',
};

/** Why the server does not start, in a sentence that says what to do. */
export function reasonOf(error: unknown, config: Config | null): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const path = 'path' in error && typeof error.path === 'string' ? error.path : config?.dataDir;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${config?.port} is taken. Stop what uses it, or choose another: PORT=4181 npm start`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${config?.host}: set HOST to one it has, or to 0.0.0.0 for all of them`;
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100':
      return 'The disk is full: make room for the data folder and start again. Nothing that was saved is lost';
    case 'EROFS':
    case 'EPERM':
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder cannot be written to (${path}): set DATA_DIR to a folder that this user may write to`;
    case 'EACCES':
      return 'syscall' in error && error.syscall === 'listen'
        ? `This user may not listen on port ${config?.port}: choose one from 1024 on, or put a proxy in front`
        : `The data folder cannot be written to (${path}): set DATA_DIR to a folder that this user may write to`;
    default:
  }
  if (config?.databaseUrl !== null && REFUSALS[code] !== undefined) return REFUSALS[code];
  if (config?.databaseUrl !== null && isUnavailable(error)) return 'The PostgreSQL server of DATABASE_URL does not answer';
  return error.message;
}
