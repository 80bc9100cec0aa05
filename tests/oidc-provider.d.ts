/** The part of oidc-provider that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Context {
    readonly path: string;
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly oidc?: {
      readonly route?: string;
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string; grantIdFor(clientId: string): string | undefined };
      readonly provider: Provider;
    };
    body: unknown;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: unknown);
    readonly Grant: new (of: {
      readonly accountId: string | undefined;
      readonly clientId: string | undefined;
    }) => Grant;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>;
  }
}
