import pg from 'pg';

const CONNECT_WITHIN = 2_000;
const ANSWER_WITHIN = 4_000;
const RECONNECT_AFTER = 250;

interface Heard {
  readonly onMessage: (payload: string) => void;
  readonly onGap: () => void;
}

/**
 * The one connection that receives NOTIFYs. It is also the health check: it is closed and opened again when an answer does not come in
 * time.
 */
export interface Listener {
  /** Listens to a channel. `onGap` follows every reconnection, because notifications may have been missed. */
  listen(channel: string, heard: Heard): Promise<void>;
  /** Runs a query over this connection. Null when there is no connection or no answer arrives in time. */
  ask<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[] | null>;
  close(): void;
}

/** Closes a connection immediately without waiting for the peer; its queries under way fail. */
export const cut = (client: pg.Client): void => void client.connection.stream.destroy();

function within<T>(client: pg.Client, milliseconds: number, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => cut(client), milliseconds);
  return work.finally(() => clearTimeout(timer));
}

/** `make` makes a client that gives up connecting after some milliseconds. */
export async function startListener(make: (connectWithin: number) => pg.Client): Promise<Listener> {
  const channels = new Map<string, Heard>();
  let current: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const hear = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`);

  async function connect(): Promise<void> {
    const client = make(CONNECT_WITHIN);
    client.on('error', () => {}); // 'end' follows
    client.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.onMessage(payload));
    client.on('end', () => {
      if (current !== client) return;
      current = null;
      reconnect();
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await within(client, ANSWER_WITHIN, hear(client, channel));
    } catch (error) {
      cut(client);
      throw error;
    }
    if (closed) cut(client);
    else current = client;
  }

  function reconnect(): void {
    if (closed) return;
    const tryAgain = () => {
      connect().then(() => {
        for (const { onGap } of channels.values()) onGap();
      }, reconnect);
    };
    timer = setTimeout(tryAgain, RECONNECT_AFTER * (0.5 + Math.random()));
  }

  await connect();
  return {
    async listen(channel, heard) {
      channels.set(channel, heard);
      if (current !== null) await within(current, ANSWER_WITHIN, hear(current, channel));
    },
    async ask<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[] | null> {
      if (current === null) return null;
      try {
        return (await within(current, ANSWER_WITHIN, current.query<Row>(text, [...values]))).rows;
      } catch {
        return null;
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      if (current !== null) cut(current);
    },
  };
}
