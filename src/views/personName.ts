import { FORMER_MEMBER } from '../../domain/people.ts';
import { m } from '../messages/messages.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFEFC]/;

/**
 * The name of a change's author; somebody whose account was deleted has none. One written from right to left is isolated, so that digits after it stay in
 * place.
 */
export const personName = (name: string): string =>
  name === FORMER_MEMBER ? m.data_former_member() : RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
