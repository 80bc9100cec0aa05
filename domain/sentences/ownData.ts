/** Sentences about one's own data, and about what is deleted for good. */
import { sentence } from './sentence.ts';

export const othersNeedYou = sentence(
  'data_others_need_you',
  'You are the last owner of {team}, and others work in it. Remove them or delete the team first',
);
export const anotherName = sentence('data_another_name', 'Type the name of the team exactly as it is written: {team}');
