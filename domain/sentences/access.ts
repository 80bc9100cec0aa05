/** Sentences about what a member may do in a project. */
import { sentence } from './sentence.ts';

export const limitedToReading = sentence('limited_to_reading', 'You may only read this project. An admin of the team can change that');
export const limitedToActs = sentence(
  'limited_to_acts',
  'In this project you may only enter and submit acts. An admin of the team can change that',
);
export const pricesHidden = sentence('prices_hidden', 'You see no prices in this project, so this is not available to you');
export const limitedLater = sentence(
  'limited_later',
  'You are limited in new projects, so you cannot start one. An admin of the team can change that',
);
export const neverLimited = sentence('never_limited', 'Owners and admins are never limited');
