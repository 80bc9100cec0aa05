/** Most records one window of a list has. */
export const MAX_WINDOW = 500;
