import { restCall } from '../../domain/api/call.ts';
import type { Answer, Asked, Route } from '../../domain/api/routes.ts';

/** Signs the demo in, and answers what calls the API in its name. A call that fails throws. */
export async function signedIn(address: string) {
  const answered = async <R extends Route>(route: R, asked: Asked<R>, { access, file }: { access?: string; file?: File } = {}) => {
    const call = restCall(route, asked);
    const form = new FormData();
    if (file !== undefined) form.set('file', file);
    const json = file === undefined && call.body !== undefined;
    const response = await fetch(`${address}/api/v1${call.path}`, {
      method: call.method,
      headers: { ...(access !== undefined && { authorization: `Bearer ${access}` }), ...(json && { 'content-type': 'application/json' }) },
      ...(file !== undefined && { body: form }),
      ...(json && { body: JSON.stringify(call.body) }),
    });
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer<R>;
  };
  const { access } = await answered('POST /token/', { body: { email: 'demo@actum.example', password: 'actum-demo' } });
  return <R extends Route>(route: R, asked: Asked<R>, file?: File) => answered(route, asked, { access, ...(file && { file }) });
}
