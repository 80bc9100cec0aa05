import { deviceStorage } from './deviceStorage.ts';

/** The layout of columns of each person. */
export const layoutStorage = deviceStorage('actum.columns.');
