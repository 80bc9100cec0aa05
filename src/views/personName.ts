import { FORMER_MEMBER } from '../../domain/people.ts';
import { m } from '../messages/messages.ts';

/** The name of somebody who did something: whoever has deleted their account has none any more. */
export const personName = (name: string): string => (name === FORMER_MEMBER ? m.data_former_member() : name);
