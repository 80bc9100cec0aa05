/** Sentences about the logo of a team. */
import { sentence } from './sentence.ts';

export const logoNotPicture = sentence('logo_not_picture', 'Choose a PNG or JPEG picture. Other files are not taken');
export const logoTooLarge = sentence('logo_too_large', 'The picture must be at most {kilobytes} kB');
export const logoTooWide = sentence('logo_too_wide', 'The picture must be at most {most} pixels wide and high');
