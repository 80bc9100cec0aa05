import { zipSync } from 'fflate';

/** Packs a workbook in the current thread. This already runs in a worker, and another one from a blob would violate the page's content security policy. */
export default async (files: Readonly<Record<string, Uint8Array>>): Promise<ArrayBufferLike> => zipSync({ ...files }).buffer;
