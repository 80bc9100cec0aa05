import type { Route } from './routes.ts';

/** Method and path of a route with its parameters and query filled in, under /api/v1. */
export function addressOf(
  route: Route,
  asked: { readonly params?: unknown; readonly query?: unknown },
): { readonly method: string; readonly path: string } {
  const [method = '', pattern = ''] = route.split(' ');
  const params = asked.params as Readonly<Record<string, string | number>>;
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(
    Object.entries((asked.query ?? {}) as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  return { method, path: query.size === 0 ? path : `${path}?${query}` };
}
