/** Where a call came from, as sessions and the security log keep it. */
import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../../domain/device.ts';

export interface From {
  readonly address: string;
  /** A browser and its system in our words; empty when they are not known. */
  readonly device: string;
}

/** The origin of work that no call from outside has begun. */
export const FROM_INSIDE: From = { address: '', device: '' };

export const fromOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): From => ({
  address: ip,
  get device() {
    return deviceOf(headers['user-agent']);
  },
});
