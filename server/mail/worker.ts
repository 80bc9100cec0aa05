import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Bus } from '../db/bus.ts';
import type { Database, Tx } from '../db/open.ts';
import { countOne } from '../http/attempts.ts';
import type { Surroundings } from '../http/handlers.ts';
import { MAILS_AN_HOUR } from '../http/limits.ts';
import { type Log, reportError } from '../log.ts';
import { mailTries } from '../metrics.ts';
import { safeReason } from '../safeWords.ts';
import { MAIL_TOPIC, type MailOrder } from './queue.ts';
import { type Letter, outboxTransport, smtpTransport, type Transport } from './transport.ts';

const HOUR = 3_600;
/** Seconds for which a mail belongs to the process that took it; when that process dies, others take the mail afterwards. */
const LEASE = 300;
const FIRST_DELAY = 15;
const LONGEST_DELAY = HOUR;
const GIVEN_UP_AFTER = 3 * 24 * HOUR;
/** Milliseconds between checks of the queue when nothing wakes the worker. */
const LONGEST_SLEEP = 60_000;
const PATIENCE_AT_END = 5_000;
const SEND_TIMEOUT = 120_000;

/** Seconds until a mail that was not accepted is tried again: doubling, up to an hour. */
export const delayBeforeTry = (attempts: number): number => Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(attempts - 1, 20));

interface Row {
  readonly id: number;
  readonly kind: MailOrder['kind'];
  readonly email: string;
  readonly team_id: number | null;
  readonly invitation_id: number | null;
  readonly registration_id: number | null;
  readonly entry_id: number | null;
  /** The number of tries, including this one. */
  readonly attempts: number;
  /** Seconds since it was ordered. */
  readonly age: number;
}
interface Taken extends Pick<Row, 'id' | 'kind' | 'attempts' | 'age'> {
  readonly claim: string;
  /** Null when the mail is no longer wanted. */
  readonly letter: Letter | null;
}

const transportOf = (config: Config, publicUrl: string, log: Log): Transport => {
  const from = config.mailFrom ?? `Actum <no-reply@${new URL(publicUrl).hostname}>`;
  return config.smtpUrl === null ? outboxTransport(join(config.dataDir, 'outbox'), from, log) : smtpTransport(config.smtpUrl, from);
};

/** Writes the letter of an order; null when it is no longer wanted. */
type Writer = (tx: Tx, order: MailOrder, publicUrl: string) => Promise<Letter | null>;

interface MailOptions extends Pick<Surroundings, 'database' | 'config' | 'publicUrl'> {
  readonly bus: Bus;
  readonly letterFor: Writer;
  readonly log: Log;
}

/**
 * Delivers the queue's mails, one at a time, whenever one is due; any number of processes may do so on one database. When the mail server
 * does not answer, a mail is tried again for up to three days. `close` stops the worker after the current mail, which is aborted after a
 * few seconds.
 */
export function startMail({ database, config, publicUrl, bus, letterFor, log }: MailOptions): { close: () => Promise<void> } {
  const transport = transportOf(config, publicUrl(), log);
  const cutOff = new AbortController();
  let stopping = false;
  let woken = false;
  let wake: (() => void) | null = null;
  const stir = () => {
    woken = true;
    wake?.();
  };
  const unwatch = bus.watch(MAIL_TOPIC, stir);
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken || stopping) wake();
    });

  async function deliver(mail: Taken): Promise<void> {
    if (mail.letter === null) return forget(database, mail);
    try {
      await transport.send(mail.letter, AbortSignal.any([cutOff.signal, AbortSignal.timeout(SEND_TIMEOUT)]));
    } catch (error) {
      const reason = safeReason(error);
      if (transport.isFinal(error) || mail.age > GIVEN_UP_AFTER) {
        mailTries.inc({ outcome: 'given_up' });
        log.error(`Mail ${mail.id} (${mail.kind}) is given up: ${reason}`, { event: 'mail' });
        return forget(database, mail);
      }
      const delay = stopping ? 0 : delayBeforeTry(mail.attempts);
      mailTries.inc({ outcome: 'postponed' });
      if (!stopping) log.warn(`Mail ${mail.id} (${mail.kind}) was not taken, next try in ${delay} s: ${reason}`, { event: 'mail' });
      return leaveFor(database, mail, delay);
    }
    mailTries.inc({ outcome: 'sent' });
    log.debug(`Mail ${mail.id} (${mail.kind}) was taken`, { event: 'mail' });
    return forget(database, mail);
  }

  async function deliverDue(): Promise<void> {
    for (;;) {
      if (stopping) return;
      const mail = await take(database, letterFor, publicUrl());
      if (mail === 'none') return;
      if (mail !== 'postponed') await deliver(mail);
    }
  }

  async function work(): Promise<void> {
    while (!stopping) {
      woken = false;
      try {
        await deliverDue();
        await sleep(await untilNext(database));
      } catch (error) {
        reportError('The mail queue could not be worked on', error);
        await sleep(FIRST_DELAY * 1000);
      }
    }
  }
  const working = work();
  return {
    close: async () => {
      stopping = true;
      unwatch();
      stir();
      const patience = setTimeout(() => cutOff.abort(), PATIENCE_AT_END);
      await working;
      clearTimeout(patience);
    },
  };
}

/** Takes the mail that has been due longest and writes it; "postponed" when its address has received as many mails as allowed this hour. */
async function take(database: Database, letterFor: Writer, publicUrl: string): Promise<Taken | 'none' | 'postponed'> {
  return database.query.transaction().execute(async (tx) => {
    const claim = randomUUID();
    const { rows } = await sql<Row>`
      update outgoing_mails set attempts = attempts + 1, claim = ${claim}, next_try_at = clock_timestamp() + make_interval(secs => ${LEASE}::float8)
       where id = (select id from outgoing_mails where next_try_at <= clock_timestamp() order by next_try_at, id limit 1 for update skip locked)
      returning id, kind, email, team_id, invitation_id, registration_id, entry_id, attempts, extract(epoch from clock_timestamp() - created_at)::float8 as age`.execute(
      tx,
    );
    const [row] = rows;
    if (row === undefined) return 'none';
    const letter = await letterFor(tx, orderOf(row), publicUrl);
    if (letter !== null && row.attempts === 1 && (await isPostponed(tx, row))) return 'postponed';
    return { id: row.id, kind: row.kind, attempts: row.attempts, age: row.age, claim, letter };
  });
}

function orderOf({ kind, email, team_id, invitation_id, registration_id, entry_id }: Row): MailOrder {
  if (kind === 'confirmation') return { kind, email, ...(registration_id !== null && { registrationId: registration_id }) };
  if (kind === 'notice') return { kind, email, entryId: entry_id ?? 0 };
  if (kind === 'recovery' || kind === 'company') return { kind, email };
  if (kind === 'address' || kind === 'address_asked' || kind === 'address_changed') return { kind, email, changeId: entry_id ?? 0 };
  if (kind === 'extra_asked' || kind === 'extra_decided') return { kind, email, teamId: team_id ?? 0, extraId: entry_id ?? 0 };
  if (kind === 'answered' || kind === 'answer_withdrawn') return { kind, email, teamId: team_id ?? 0, answerId: entry_id ?? 0 };
  if (team_id === null || invitation_id === null) throw new Error('a mail of an invitation names none');
  return { kind, email, teamId: team_id, invitationId: invitation_id };
}

async function isPostponed(tx: Tx, { id, email }: Row): Promise<boolean> {
  const mailbox = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  const { count, until } = await countOne(tx, `mailbox:${mailbox}`, HOUR);
  if (count <= MAILS_AN_HOUR) return false;
  await tx.updateTable('outgoing_mails').set({ attempts: 0, claim: null, next_try_at: until }).where('id', '=', id).execute();
  return true;
}

/** Removes a sent mail from the queue, unless it was ordered again in the meantime. */
async function forget(database: Database, { id, claim }: Taken): Promise<void> {
  await database.query.deleteFrom('outgoing_mails').where('id', '=', id).where('claim', '=', claim).execute();
}

async function leaveFor(database: Database, { id, claim }: Taken, seconds: number): Promise<void> {
  await sql`update outgoing_mails set claim = null, next_try_at = clock_timestamp() + make_interval(secs => ${seconds}::float8)
             where id = ${id} and claim = ${claim}`.execute(database.query);
}

async function untilNext(database: Database): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from min(next_try_at) - clock_timestamp())::float8 * 1000 as wait from outgoing_mails`.execute(database.query);
  return Math.max(0, Math.min(LONGEST_SLEEP, rows[0]?.wait ?? LONGEST_SLEEP));
}
