/** The database servers of a `DATABASE_URL` that names several, and which of them accepts writes now. */
import pg from 'pg';

export interface Host {
  readonly host: string;
  readonly port: number;
}

interface Servers {
  /** An address that names a single server, as the driver needs it. */
  readonly url: string;
  /** Empty where the address names one server and does not ask whether it takes writes. */
  readonly hosts: readonly Host[];
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(\/[^?]*)?(?:\?(.*))?$/;
const WRITING = ['read-write', 'primary'];

function hostOf(text: string): Host {
  const [, bracketed, plain, digits = '5432'] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('DATABASE_URL names a server that is none: several are written as host:port,host:port');
  return { host, port: Number(digits) };
}

/**
 * Reads `host:port,host:port` and `target_session_attrs` as PostgreSQL's own clients do. Of several servers the one that takes writes is
 * used.
 */
export function serversOf(url: string): Servers {
  const [, before = '', named = '', database = '', asked = ''] = ADDRESS.exec(url) ?? [];
  const options = asked.split('&').filter((option) => option !== '');
  const attributes = options.filter((option) => option.startsWith('target_session_attrs='));
  const wanted = attributes.at(-1)?.split('=')[1] ?? 'any';
  if (wanted !== 'any' && !WRITING.includes(wanted))
    throw new Error(`DATABASE_URL asks for target_session_attrs=${wanted}: only a server that takes writes is of use (read-write)`);
  const texts = named.split(',');
  if (texts.length === 1 && wanted === 'any')
    return { url: attributes.length === 0 ? url : withOptions(url, options, attributes), hosts: [] };
  const hosts = texts.map(hostOf);
  const [first = ''] = texts;
  return { url: withOptions(`${before}${first}${database}`, options, attributes), hosts };
}

function withOptions(url: string, options: readonly string[], without: readonly string[]): string {
  const left = options.filter((option) => !without.includes(option));
  return `${url.split('?')[0]}${left.length === 0 ? '' : `?${left.join('&')}`}`;
}

const PROBE_WITHIN = 1_500;
const ASK_AGAIN_AFTER = 200;

/** The error of a connection for which no server takes writes. */
class NoPrimary extends Error {
  readonly code = 'ECONNREFUSED';
  constructor() {
    super('No server of DATABASE_URL takes writes');
  }
}

/** Whether a server answers and takes writes. */
async function takesWrites(settings: pg.ClientConfig, { host, port }: Host): Promise<boolean> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: PROBE_WITHIN, query_timeout: PROBE_WITHIN });
  Object.assign(client, { host, port });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return rows[0]?.transaction_read_only === 'off';
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

export interface Primary {
  /** The server that takes writes: the one last found, or the first of those asked now that does. Throws where none does. */
  find(): Promise<Host>;
  /** Reports that a connection to this server failed, or that it takes no writes any more: the next `find` asks all servers. */
  lost(host: Host): void;
}

/** Asks all servers at once whenever the one that took writes is lost, however many wait for the answer. */
export function findPrimary(settings: pg.ClientConfig, hosts: readonly Host[]): Primary {
  let current: Host | null = null;
  let asking: Promise<Host> | null = null;
  let asked = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<Host> {
    const rest = asked + ASK_AGAIN_AFTER - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    try {
      current = await Promise.any(
        hosts.map(async (host) => {
          if (!(await takesWrites(settings, host))) throw new NoPrimary();
          return host;
        }),
      );
      return current;
    } catch {
      throw new NoPrimary();
    } finally {
      asked = performance.now();
    }
  }

  return {
    find() {
      if (current !== null) return Promise.resolve(current);
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    lost(host) {
      if (current === host) current = null;
    },
  };
}
