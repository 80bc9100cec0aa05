import fastify from 'fastify';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { IdParameter } from '../../domain/api/fields.ts';
import { ROLES } from '../../domain/permissions.ts';
import { policyOf, refuseWithoutPolicy } from '../../server/rest/policy.ts';

const answer = v.object({});
const params = v.object({ id: IdParameter });
const endpoint = (entries: object) => ({ answer, ...entries }) as unknown as Endpoint;

test.each([
  [endpoint({}), 'GET /x/:id/ does not start: there is no policy "undefined"'],
  [endpoint({ who: 'somebody' }), 'GET /x/:id/ does not start: there is no policy "somebody"'],
  [endpoint({ who: 'toString' }), 'GET /x/:id/ does not start: there is no policy "toString"'],
  [
    endpoint({ who: 'anyone', permission: 'inviteUsers', params }),
    'GET /x/:id/ does not start: "inviteUsers" needs somebody signed in and a team\'s id in the path',
  ],
  [
    endpoint({ who: 'member', permission: 'inviteUsers' }),
    'GET /x/:id/ does not start: "inviteUsers" needs somebody signed in and a team\'s id in the path',
  ],
  [endpoint({ who: 'member', permission: 'flyToTheMoon', params }), 'Unknown permission: flyToTheMoon'],
])('a route without a known policy prevents the start', (wrong, message) => {
  expect(() => policyOf('GET /x/:id/', wrong)).toThrow(message);
});

test('an API route without a policy prevents the start, whoever adds it', () => {
  const http = fastify();
  http.addHook('onRoute', refuseWithoutPolicy);
  expect(() => http.get('/api/v1/secret', () => ({}))).toThrow('GET /api/v1/secret does not start: it states no policy');
  http.get('/api/v1/known', { config: { policy: 'anyone' } }, () => ({}));
  http.get('/healthz', () => ({}));
});

describe('a permission', () => {
  const { allow } = policyOf('GET /teams/:id/', endpoint({ who: 'member', permission: 'seeTeamSettings', params }));
  const verdict = (role: (typeof ROLES)[number] | null) => {
    try {
      allow({ roles: new Map(role === null ? [] : [[7, role]]) }, { id: 7 });
      return 'allowed';
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  test('is checked for the caller’s role in the team of the path; a team of others does not exist', () => {
    expect([...ROLES, null].map(verdict)).toEqual(['allowed', 'allowed', 403, 404]);
  });
});
