/** Sentences about what a member may do in a project. */
import { saying } from './sentence.ts';

export const limitedToReading = saying('limited_to_reading', 'You may only read this project. An admin of the team can change that');
export const limitedToActs = saying(
  'limited_to_acts',
  'In this project you may only enter and submit acts. An admin of the team can change that',
);
export const pricesHidden = saying('prices_hidden', 'You see no prices in this project, so this is not available to you');
export const limitedLater = saying(
  'limited_later',
  'You are limited in new projects, so you cannot start one. An admin of the team can change that',
);
export const neverLimited = saying('never_limited', 'Owners and admins are never limited');
