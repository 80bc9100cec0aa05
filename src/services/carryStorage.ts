import { deviceStorage } from './deviceStorage.ts';

/** The pairs by hand of a carrying that is not made yet, by the version or the import it is for. */
export const carryStorage = deviceStorage('actum.carry.');
