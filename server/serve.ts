import type { AddressInfo } from 'node:net';
import { recountSectionsDone } from './acts/sections.ts';
import { answerOnControlSocket } from './administration/commands.ts';
import { openUpgradable } from './backup/beforeUpgrade.ts';
import { answerCopyRequests } from './backup/runningFiles.ts';
import { startSchedule } from './backup/schedule.ts';
import { type Config, isExposed } from './config.ts';
import { openControlSocket } from './control/socket.ts';
import { startBus } from './db/bus.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/open.ts';
import { openServer } from './db/postgres.ts';
import { keepAnalysed } from './db/tidying.ts';
import { closeDemo, ensureDemo } from './demo/demo.ts';
import { settleAllOutlines } from './estimates/sections.ts';
import { serveGraphQL } from './graphql/serve.ts';
import { allAfterwards } from './http/afterwards.ts';
import { openUploads } from './http/uploads.ts';
import { expectFile } from './imports/reading/index.ts';
import { endReadings, refuseAllAbandoned } from './imports/upload.ts';
import { letterFor } from './letters/wanted.ts';
import { type Log, makeLog, reportError } from './log.ts';
import { startMail } from './mail/worker.ts';
import { addMetricSources } from './metricSources.ts';
import { keepClean } from './outdated.ts';
import { makePrivate } from './privateFiles.ts';
import { makeHttp } from './rest/app.ts';
import { handlers } from './rest/handlers.ts';
import { openMetrics } from './rest/metrics.ts';
import { tellSecurityTo } from './securityLog/lines.ts';
import { providerOf } from './singleSignOn/provider.ts';

/** Milliseconds. */
const FINISH_WITHIN = 25_000;
const COME_AGAIN_WITHIN = 2_000;

export interface Running {
  readonly address: string;
  /** The address of the metrics; null where they have no address of their own. */
  readonly metricsAddress: string | null;
  readonly database: Database;
  /** Watches open on the bus: 0 when no client is connected. */
  readonly watches: () => number;
  /**
   * Ends in order: nothing new is accepted, requests and readings under way are finished for `within` milliseconds (25 s) at most, live
   * channels are asked to reconnect, and the database is closed last.
   */
  close(within?: number): Promise<void>;
}

interface ServeOptions {
  readonly clientFolder?: string;
  /** An open database to use instead of the configured one. */
  readonly database?: Database;
  /** The log for the person who runs the server; without it, lines on the standard output. */
  readonly log?: Log | ((line: string) => void);
}

const logOf = (log: Log | ((line: string) => void), { logLevel }: Config): Log =>
  typeof log === 'object' ? log : makeLog({ format: 'lines', level: logLevel, write: (text) => log(text.trimEnd()) });

/** Milliseconds between two tries to find the company's sign-in before anybody needs it. */
const SOUGHT_EVERY = 60_000;

/** Contacts the company's sign-in, and tries again while it does not answer; the server starts without it. */
function seekProvider({ singleSignOn }: Config): () => void {
  if (singleSignOn === null) return () => {};
  const seek = () => {
    providerOf(singleSignOn)
      .warm()
      .catch((error: unknown) => reportError("The company's sign-in could not be sought", error));
  };
  seek();
  const timer = setInterval(seek, SOUGHT_EVERY);
  return () => clearInterval(timer);
}

/** Opens the database, applies migrations and listens; the server is ready when this resolves. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Running> {
  const log = logOf(options.log ?? console.log, config);
  await makePrivate(config.dataDir);
  const database =
    options.database ??
    (config.databaseUrl === null ? await openUpgradable(config, log) : await openServer(config.databaseUrl, config.databaseListenUrl));
  try {
    await migrate(database);
    await settleAllOutlines(database, recountSectionsDone);
    if (database.kind === 'embedded') await refuseAllAbandoned(database);
    if (config.demo) await ensureDemo(database);
    else if (isExposed(config)) await closeDemo(database);
    const bus = await startBus(database);
    let address = '';
    const uploads = await openUploads(config.dataDir, expectFile);
    const surroundings = { database, config, publicUrl: () => config.publicUrl ?? address, uploads };
    const { http, drain } = await makeHttp({
      ...surroundings,
      handlers,
      log,
      ...(options.clientFolder === undefined ? {} : { clientFolder: options.clientFolder }),
    });
    const live = await serveGraphQL(http, { ...surroundings, bus });
    const metrics = await openMetrics(config);
    const removeSources = addMetricSources({ database, live, watches: () => bus.size });
    const stopSeeking = seekProvider(config);
    await http.listen({ port: config.port, host: config.host });
    const { port } = http.server.address() as AddressInfo;
    address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
    const mail = startMail({ ...surroundings, bus, letterFor, log });
    const stopTelling = tellSecurityTo(log);
    const stopCleaning = keepClean(database, config);
    const stopAnalysing = database.kind === 'embedded' ? keepAnalysed(database.query) : null;
    // A database that the caller has opened is not managed by this server.
    const controlSocket =
      config.databaseUrl === null && options.database === undefined
        ? await openControlSocket(
            config.dataDir,
            ({ ask, args }, conversation) =>
              ask === 'command' && Array.isArray(args)
                ? answerOnControlSocket({ database, config, publicUrl: surroundings.publicUrl() }, args.map(String), conversation)
                : answerCopyRequests(database.query, conversation),
            log,
          )
        : null;
    const stopSchedule = startSchedule({ query: database.query, config, log });
    const ownWatches = bus.size;
    if (metrics.address !== null) log.info(`The metrics are at ${metrics.address}`, { event: 'metrics' });
    return {
      address,
      metricsAddress: metrics.address,
      database,
      watches: () => bus.size - ownWatches,
      close: async (within = FINISH_WITHIN) => {
        stopSeeking();
        await stopSchedule();
        await controlSocket?.close();
        await Promise.all([drain.finish(within), live.endAll(Math.min(COME_AGAIN_WITHIN, within)), endReadings(within)]);
        await live.close();
        http.server.closeAllConnections();
        await http.close();
        await uploads.close();
        await stopCleaning();
        await stopAnalysing?.();
        await mail.close();
        removeSources();
        await allAfterwards();
        stopTelling();
        await metrics.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
