/** The part of Sentry in use, loaded only by errorReports.ts: named imports keep the rest out of the chunk. */
import {
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  spanStreamingIntegration,
} from '@sentry/react';
import { withoutHashes } from './withoutHashes.ts';

/** Starts reporting to a DSN. Returns the function that reports one error and where it was noticed. */
export function startSentry(dsn: string): (error: unknown, where: string) => void {
  init({
    dsn,
    environment: 'prod',
    tracesSampleRate: 1,
    tracePropagationTargets: [],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      graphQL: { variables: false },
    },
    defaultIntegrations: false,
    integrations: [
      browserTracingIntegration(),
      spanStreamingIntegration(),
      httpContextIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      breadcrumbsIntegration({ dom: false }),
    ],
    beforeSend: ({ sdkProcessingMetadata = {}, ...event }) => ({ ...withoutHashes(event), sdkProcessingMetadata }),
    beforeSendSpan: withoutHashes,
  });
  return (error, where) => void captureException(error, { tags: { where } });
}
