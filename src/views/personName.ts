import { FORMER_MEMBER } from '../../domain/people.ts';
import { m } from '../messages/messages.ts';

/** The name of a change's author; somebody whose account was deleted has none. */
export const personName = (name: string): string => (name === FORMER_MEMBER ? m.data_former_member() : name);
