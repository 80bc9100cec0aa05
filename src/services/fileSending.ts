import type { RestCall } from '../../domain/api/call.ts';
import { failureOf } from './failure.ts';

function formOf({ file, body }: RestCall): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) data.set(name, String(value));
  if (file !== undefined) data.set('file', file);
  return data;
}

/** Sends a call with its file and reports the fraction sent, which fetch cannot do. Resolves to the text of the answer. */
export function sendFile(
  address: string,
  call: RestCall,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(call.method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => total > 0 && call.onSent?.(loaded / total);
    const abort = () => request.abort();
    request.onload = () => (request.status < 400 ? resolve(request.responseText) : reject(failureOf(request.status, request.responseText)));
    request.onerror = () => reject(new TypeError('The file could not be sent'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(formOf(call));
  });
}
