/** The address a request comes from, as far as the proxies in front are trusted (TRUST_PROXY). */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

type Trust = (address: string, hop: number) => boolean;

/** Trusts the given number of nearest proxies, or the proxies at the given addresses, to name the client's address. */
export const trustedBy = ({ trustProxy }: Pick<Config, 'trustProxy'>): Trust =>
  typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : proxyAddr.compile([...trustProxy]);

/** The client's address of a request that did not come through Fastify, by the same rule as Fastify's. */
export const addressOf = (request: IncomingMessage, config: Pick<Config, 'trustProxy'>): string => proxyAddr(request, trustedBy(config));
