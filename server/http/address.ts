/** Where a request comes from, as far as the proxies in front are believed (TRUST_PROXY). */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

type Trust = (address: string, hop: number) => boolean;

/** Which proxies may say where a request came from: so many next to us, or those of these addresses. */
export const trustedBy = ({ trustProxy }: Pick<Config, 'trustProxy'>): Trust =>
  typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : proxyAddr.compile([...trustProxy]);

/** The address of whoever sent a request that did not come through Fastify, by the rule Fastify goes by. */
export const addressOf = (request: IncomingMessage, config: Pick<Config, 'trustProxy'>): string => proxyAddr(request, trustedBy(config));
