import type { Answer, Given, Route, Routes } from '../../domain/api/routes.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { BrowserCookie } from './browserCookie.ts';
import type { Caller, PublicAct, Viewer } from './caller.ts';
import type { From } from './from.ts';
import type { JsonText } from './jsonText.ts';
import type { RevisedRoute } from './revised.ts';
import type { UploadFolder, Uploads } from './uploads.ts';

/** Arguments that every handler gets in addition to the checked input. */
export interface Surroundings {
  readonly database: Database;
  readonly config: Config;
  /** The beginning of all links, such as http://localhost:4180. */
  readonly publicUrl: () => string;
  readonly uploads: Uploads;
}

/** A file on disk that came with the request. It is removed after the answer unless a handler called `keep`, which then owns the removal. */
export interface Upload extends UploadFolder {
  readonly name: string;
  readonly size: number;
  keep(): void;
}

interface Callers {
  readonly anyone: null;
  readonly visitor: Caller | null;
  readonly user: Caller;
  readonly member: Caller;
  readonly viewer: Viewer;
  readonly keyholder: PublicAct;
}
type CallerOf<R extends Route> = Callers[Routes[R]['who']];

export interface Call<R extends Route> extends Surroundings {
  readonly caller: CallerOf<R>;
  /** The revision in If-Match, which refers to the record that the path names; null when the request carries none. */
  readonly revision: R extends RevisedRoute ? number | null : null;
  readonly upload: Upload | null;
  /** Where the call came from. */
  readonly from: From;
  /** The cookie of a sign-in under way. */
  readonly cookie: BrowserCookie;
}

type Handler<R extends Route> = (given: Given<R>, call: Call<R>) => Promise<Answer<R> | JsonText>;
export type Handlers = { readonly [R in Route]: Handler<R> };
/** The handlers of one subject: `Pick` them from its calls and the compiler checks each. */
export type HandlersOf<R extends Route> = { readonly [K in R]: Handler<K> };
