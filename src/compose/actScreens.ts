/** The screens of acts, with their own code. */
export { actOf } from './screens/act.ts';
export { publicActOf } from './screens/publicAct.ts';
