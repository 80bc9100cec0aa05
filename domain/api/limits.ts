/** The most records in one window of a list. */
export const MAX_WINDOW = 500;

/** The size of the largest file that may be uploaded. */
export const UPLOAD_MEGABYTES = 20;
export const MEGABYTE = 1024 * 1024;
export const UPLOAD_LIMIT = UPLOAD_MEGABYTES * MEGABYTE;
