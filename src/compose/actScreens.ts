/** The screens of acts, with their own code. */
export { actOf } from './actScreen.ts';
export { publicActOf } from './publicActScreen.ts';
