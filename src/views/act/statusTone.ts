import type { ActStatus } from '../../../domain/api/graphql.ts';
import type { Tone } from '../../ui/Chip.tsx';

const TONES: Readonly<Record<string, Tone>> = { draft: 'plain', submitted: 'waits', accepted: 'done' };

/** The shape and colour of a status; its name comes from the server. */
export const statusTone = ({ code }: Pick<ActStatus, 'code'>): Tone => TONES[code] ?? 'plain';
