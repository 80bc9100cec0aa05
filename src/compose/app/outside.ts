import type { Settings } from '../../../domain/api/settings.ts';
import type { TokenCookies } from '../../services/cookies.ts';
import type { SendGraphQL } from '../../services/graphql/graphql.ts';
import type { Keys, SendRest } from '../../services/http.ts';
import type { OpenStream } from '../../services/socket.ts';
import type { CompanyStorage } from '../../services/storage.ts';
import type { Tabs } from '../../services/tabs.ts';

/** The world outside the page. */
export interface Outside {
  readonly rest: SendRest;
  readonly graphql: SendGraphQL;
  readonly openSocket: (keys: () => Keys) => OpenStream;
  /** Resolves when the server answers that it is up. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** Whether this browser has passkeys. */
  readonly hasPasskeys: boolean;
  readonly cookies: TokenCookies;
  readonly company: CompanyStorage;
  readonly tabs: Pick<Tabs, 'tell' | 'listen'>;
  readonly companyWayIn: Promise<Settings['company']>;
  /** Opens a page of another site. */
  readonly leaveFor: (address: string) => void;
  /** The address the person is at. */
  readonly address: () => Entry;
  readonly log: (message: string, error: unknown) => void;
}
/** The address the page was opened at. */
export interface Entry {
  readonly path: string;
  readonly search: string;
}
