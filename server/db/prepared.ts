/**
 * Queries of the embedded database. PGlite parses and plans a text at every call, with six calls of its engine. Here a repeated text
 * becomes a prepared statement, with one call of the engine and a fifth of the processor time.
 */
import { type PGlite, protocol, type Results, type Transaction } from '@electric-sql/pglite';

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
type Named<Name extends Message['name'], Content> = Message & { readonly name: Name } & Content;
type Parameters = Named<'parameterDescription', { readonly dataTypeIDs: number[] }>;
type Columns = Named<'rowDescription', { readonly fields: { readonly name: string; readonly dataTypeID: number }[] }>;
type Row = Named<'dataRow', { readonly fields: (string | null)[] }>;
type Done = Named<'commandComplete', { readonly text: string }>;
type Refusal = Named<'error', Error>;

/** The name of a prepared statement in the engine, and the types of its parameters and columns. */
interface Prepared {
  readonly name: string;
  readonly parameters: Parameters['dataTypeIDs'];
  readonly columns: Columns['fields'];
}

/** More than the number of texts that the application repeats often; 256 statements of five tables each take 22 MB. */
const MOST = 256;
/** A longer text writes very many values, and is unlikely to be repeated. */
const LONGEST = 20_000;
/** The engine's name for a statement that it keeps only until the next one. */
const UNNAMED = '';

const { serialize } = protocol;
const isNamed =
  <M extends Message>(name: M['name']) =>
  (message: Message): message is M =>
    message.name === name;

/** Replaces PGlite's way of running queries, except for those that carry a file. */
export function prepareQueries(lite: PGlite): void {
  /** The latest texts, oldest first; null for a text that was used once. */
  const known = new Map<string, Prepared | null>();
  let names = 0;

  async function send(...messages: readonly Uint8Array[]): Promise<Message[]> {
    const answer = await lite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { throwOnError: false, syncToFs: false });
    const refusal = answer.find(isNamed<Refusal>('error'));
    if (refusal !== undefined) throw refusal;
    return answer;
  }

  function remember(text: string, prepared: Prepared | null): void {
    known.delete(text);
    known.set(text, prepared);
  }

  /** Forgets the text that was used longest ago when there are too many; the messages that tell the engine. */
  function forgetOldest(): Uint8Array[] {
    if (known.size < MOST) return [];
    const [[oldest, prepared] = ['', null]] = known;
    known.delete(oldest);
    return prepared === null ? [] : [serialize.close({ type: 'S', name: prepared.name })];
  }

  async function prepare(text: string): Promise<Prepared> {
    const found = known.get(text);
    if (found) {
      remember(text, found);
      return found;
    }
    names += 1;
    const name = found === null ? `s${names}` : UNNAMED;
    const isKept = text.length <= LONGEST;
    const forgetting = isKept && found === undefined ? forgetOldest() : [];
    const answer = await send(...forgetting, serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const prepared = {
      name,
      parameters: answer.find(isNamed<Parameters>('parameterDescription'))?.dataTypeIDs ?? [],
      columns: answer.find(isNamed<Columns>('rowDescription'))?.fields ?? [],
    };
    if (isKept) remember(text, name === UNNAMED ? null : prepared);
    return prepared;
  }

  function written(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : lite.serializers[type];
    return (write === undefined ? String(value) : write(value)) as string;
  }

  async function run<T>(text: string, values: readonly unknown[] = []): Promise<Results<T>> {
    const { name, parameters, columns } = await prepare(text);
    const sent = values.map((value, at) => written(value, parameters[at]));
    const answer = await send(serialize.bind({ statement: name, values: sent }), serialize.execute());
    const readers = columns.map(({ dataTypeID }) => lite.parsers[dataTypeID]);
    const rows = answer.filter(isNamed<Row>('dataRow')).map(({ fields }) => {
      const row: Record<string, unknown> = {};
      for (const [at, { name: column, dataTypeID }] of columns.entries()) {
        const field = fields[at] ?? null;
        const read = readers[at];
        row[column] = field === null || read === undefined ? field : read(field, dataTypeID);
      }
      return row as T;
    });
    const [command = '', ...words] = (answer.find(isNamed<Done>('commandComplete'))?.text ?? '').split(' ');
    return { rows, fields: columns, affectedRows: command === 'SELECT' ? 0 : Number(words.at(-1)) || 0 };
  }

  const ask = <T>(text: string, values?: readonly unknown[]) => lite._runExclusiveQuery(() => run<T>(text, values));
  const query = lite.query.bind(lite);
  lite.query = async (text, values, options) => {
    if (options?.blob !== undefined) return await query(text, values, options);
    await lite._checkReady();
    return await lite._runExclusiveTransaction(() => ask(text, values));
  };
  const transaction = lite.transaction.bind(lite);
  lite.transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    transaction((tx) => {
      const inTransaction: Transaction['query'] = (text, values, options) =>
        options?.blob === undefined ? ask(text, values) : tx.query(text, values, options);
      return work({ ...tx, query: inTransaction });
    });
}
