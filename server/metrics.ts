/**
 * The metrics of this process, for Prometheus. Label values come only from short lists in the code, never from names,
 * addresses, ids or typed text.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];

/** Seconds, up to the longest that a request may take. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const IMPORT_BUCKETS = [1, 2.5, 5, 10, 30, 60, 300];

export const requests = new Counter({
  name: 'actum_http_requests_total',
  help: 'Requests answered, by method, route and status',
  labelNames: ['method', 'route', 'status'] as const,
  registers,
});
export const requestSeconds = new Histogram({
  name: 'actum_http_request_duration_seconds',
  help: 'Seconds from a request to the end of its answer, by route',
  labelNames: ['method', 'route'] as const,
  buckets: REQUEST_BUCKETS,
  registers,
});
export const edits = new Counter({
  name: 'actum_edits_total',
  help: 'Edits of estimates and acts, by what they change',
  labelNames: ['of'] as const,
  registers,
});
export const actsCompleted = new Counter({
  name: 'actum_acts_completed_total',
  help: 'Acts that were completed',
  registers,
});
export const transactions = new Counter({
  name: 'actum_database_transactions_total',
  help: 'Transactions that ended, by outcome',
  labelNames: ['outcome'] as const,
  registers,
});
export const repeatedWrites = new Counter({
  name: 'actum_repeated_writes_total',
  help: 'Writes sent again under their key, which were answered without being done again',
  registers,
});
export const mailTries = new Counter({
  name: 'actum_mail_tries_total',
  help: 'Tries to hand a mail to the mail server, by outcome',
  labelNames: ['outcome'] as const,
  registers,
});
export const importSeconds = new Histogram({
  name: 'actum_import_duration_seconds',
  help: 'Seconds that reading an uploaded file took, by outcome',
  labelNames: ['outcome'] as const,
  buckets: IMPORT_BUCKETS,
  registers,
});
export const errors = new Counter({
  name: 'actum_errors_total',
  help: 'Faults that were logged as errors',
  registers,
});

type Values = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
type Source = () => Values | Promise<Values>;

/** A gauge whose values are read from all added sources, and summed, when the metrics are read. */
class SampledGauge {
  readonly #sources = new Set<Source>();
  constructor(name: string, help: string, labelNames: readonly string[] = []) {
    const sources = this.#sources;
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      async collect() {
        this.reset();
        // A source that fails, such as an unavailable database, contributes no values.
        const found = await Promise.allSettled([...sources].map(async (source) => source()));
        // Without any source the metric has no value, rather than 0.
        if (labelNames.length === 0) this.remove();
        for (const each of found) if (each.status === 'fulfilled') for (const [labels, value] of each.value) this.inc(labels, value);
      },
    });
  }
  /** Adds a source. The returned function removes it. */
  add(source: Source): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }
}

export const poolConnections = new SampledGauge('actum_database_pool_connections', 'Database connections of the pool, by what they do', [
  'state',
]);
export const poolWaiting = new SampledGauge('actum_database_pool_waiting', 'Requests for a database connection that wait for one');
export const liveSockets = new SampledGauge('actum_live_sockets', 'Open WebSocket connections');
export const liveChannels = new SampledGauge('actum_live_channels', 'Channels of live changes, by WebSocket and by server-sent events');
export const subscriptions = new SampledGauge('actum_live_subscriptions', 'Watches of projects, sessions and memberships');
export const mailsWaiting = new SampledGauge('actum_mails_waiting', 'Mails in the queue');
export const oldestMail = new SampledGauge('actum_mail_oldest_due_seconds', 'Seconds for which the mail due longest has not gone out');
export const backupSuccess = new SampledGauge('actum_backup_last_success_timestamp_seconds', 'When the last scheduled backup was complete');
export const build = new SampledGauge('actum_build_info', 'Always 1: the version of this program and of its Node', ['version', 'node']);
export const databaseInfo = new SampledGauge('actum_database_info', 'Always 1: the database engine and the newest migration', [
  'engine',
  'schema',
]);

let isMeasured = false;

/** Measures the process too: processor, memory, event loop. It costs a little, so it begins when somebody can read it. */
export function measureProcess(): void {
  if (isMeasured) return;
  isMeasured = true;
  collectDefaultMetrics({ register: registry });
}

export const METRICS_TYPE = registry.contentType;
/** All metrics in the format of Prometheus. */
export const metricsText = (): Promise<string> => registry.metrics();
