/** A live query that is opened again whenever it ends, as an open project's is. */
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT_CHANGES } from '../../src/services/graphql/documents.ts';
import { createSocket } from '../../src/services/socket.ts';
import type { Session } from './session.ts';

const PAUSE = 300;
/** A lost connection is noticed sooner than by a person's client. */
const LIVENESS = { askAfter: 1_000, answerWithin: 2_000 };

const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error
    ? String(error.code)
    : error instanceof Error
      ? error.message
      : typeof error;

export class Follower {
  /** The latest answer, as text; null before the first. */
  heard: string | null = null;
  /** Reasons of its ends so far, for finding causes. */
  readonly ends: string[] = [];
  readonly projectId: number;
  private readonly session: Session;
  private readonly address: string;
  private isOver = false;
  private close: () => void = () => undefined;

  constructor(address: string, session: Session, projectId: number) {
    this.address = address;
    this.session = session;
    this.projectId = projectId;
  }

  async follow(): Promise<void> {
    while (!this.isOver) {
      const denied = await this.untilEnded();
      if (denied !== null) await this.session.renew(denied).catch(() => undefined);
      if (!this.isOver) await pause(PAUSE);
    }
  }

  /** Returns the access token it was denied for, or null when it ended otherwise. */
  private untilEnded(): Promise<string | null> {
    const url = `${this.address.replace('http', 'ws')}/v1/graphql`;
    const open = createSocket(url, () => ({ access: this.session.tokens.access, publicKey: null }), LIVENESS);
    return new Promise((resolve) => {
      const close = open(
        { document: PROJECT_CHANGES, variables: { project: this.projectId } },
        {
          answered: (answer) => {
            this.heard = JSON.stringify(answer);
          },
          denied: resolve,
          failed: (error) => {
            this.ends.push(reasonOf(error));
            resolve(null);
          },
        },
      );
      this.close = () => {
        close();
        resolve(null);
      };
    });
  }

  stop(): void {
    this.isOver = true;
    this.close();
  }
}
