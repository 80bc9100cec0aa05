/** A signed-in person's calls, made as the client makes them: tokens are refreshed on a 401, unanswered calls are sent again. */
import { setTimeout as pause } from 'node:timers/promises';
import { type GraphQLCall, Refused, type RestCall, restCall, Unanswered } from '../../domain/api/call.ts';
import type { Tokens } from '../../domain/api/people.ts';
import type { Answer, Asked, Route } from '../../domain/api/routes.ts';
import { failureOf } from '../../src/services/failure.ts';
import { createGraphQL } from '../../src/services/graphql/graphql.ts';
import { createHttp, keyHeaders } from '../../src/services/http.ts';
import type { Journal } from './journal.ts';

/** Milliseconds after which an unanswered request is aborted and sent again. */
const PATIENCE = 3_000;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 500;

export class Session {
  tokens: Tokens;
  isSignedOut = false;
  private readonly base: string;
  private readonly journal: Journal;
  /** Fires when the time is over. */
  private readonly over: AbortSignal;
  private renewing: Promise<void> | null = null;

  constructor(address: string, tokens: Tokens, journal: Journal, over: AbortSignal) {
    this.base = `${address}/api/v1`;
    this.tokens = tokens;
    this.journal = journal;
    this.over = over;
  }

  /** Calls until a server answers. Throws the refusal, or Unanswered when the time is over. */
  async ask<R extends Route>(route: R, asked: Asked<R>, extra: Pick<RestCall, 'key' | 'revision' | 'file'> = {}): Promise<Answer<R>> {
    return (await this.answered(restCall(route, asked, extra))) as Answer<R>;
  }

  answered(call: RestCall): Promise<unknown> {
    return this.underAccess((access) => this.once(call, access));
  }

  /** The answer to a query over HTTP. */
  query(call: GraphQLCall): Promise<unknown> {
    const send = createGraphQL(this.base.replace('/api/v1', '/v1/graphql'));
    return this.underAccess((access) => this.inTime((signal) => send(call, { access, publicKey: null }, signal)));
  }

  private underAccess(attempt: (access: string) => Promise<unknown>): Promise<unknown> {
    return this.untilAnswered(async () => {
      const { access } = this.tokens;
      try {
        return await attempt(access);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) throw error;
        await this.renew(access);
        throw new Unanswered('the access token no longer held');
      }
    });
  }

  private async untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      if (this.over.aborted) throw new Unanswered('there was no more time');
      if (this.isSignedOut) throw new Unanswered('the session had ended');
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof Refused && error.status >= 500) this.journal.complaints.push(`answered ${error.status}: ${error.message}`);
        else if (!(error instanceof Unanswered) && !(error instanceof Refused && error.status === 429)) throw error;
        this.journal.unanswered += 1;
      }
      await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries));
    }
  }

  private once(call: RestCall, access: string | null): Promise<unknown> {
    this.journal.attempts += 1;
    const keys = { access, publicKey: null };
    return this.inTime((signal) =>
      call.file === undefined ? createHttp(this.base)(call, keys, signal) : this.upload(call, access, signal),
    );
  }

  private async inTime(attempt: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE), this.over]);
    try {
      return await attempt(signal);
    } catch (error) {
      if (error instanceof Refused || error instanceof Unanswered || !signal.aborted) throw error;
      throw new Unanswered('nobody answered in time');
    }
  }

  /** The client sends files with XMLHttpRequest, which Node has not. */
  private async upload(call: RestCall, access: string | null, signal: AbortSignal): Promise<unknown> {
    const body = new FormData();
    body.set('file', call.file as File);
    const headers = keyHeaders({ access, publicKey: null });
    const unanswered = (error: unknown) => {
      throw new Unanswered(String(error));
    };
    const response = await fetch(this.base + call.path, { method: call.method, headers, body, signal }).catch(unanswered);
    const text = await response.text().catch(unanswered);
    if (!response.ok) throw failureOf(response.status, text);
    return JSON.parse(text);
  }

  /** Exchanges the refresh token, once for all concurrent callers, unless it was exchanged meanwhile. */
  renew(denied: string | null): Promise<void> {
    if (denied !== this.tokens.access) return Promise.resolve();
    this.renewing ??= this.exchange().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  private async exchange(): Promise<void> {
    const { refresh } = this.tokens;
    try {
      this.tokens = (await this.untilAnswered(() => this.once(restCall('POST /token/refresh/', { body: { refresh } }), null))) as Tokens;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.isSignedOut = true;
      this.journal.complaints.push(`signed out: the refresh was refused with ${error.status} ${error.code}`);
    }
  }
}
