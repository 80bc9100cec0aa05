import { expect, test } from 'vitest';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { routes } from '../../domain/contract/routes.ts';

test('a call that makes a record answers 201, every other one 200', () => {
  const made = Object.entries<Endpoint>(routes).flatMap(([route, { status = 200 }]) => (status === 200 ? [] : [`${status} ${route}`]));
  expect(made.sort()).toEqual([
    '201 POST /acts/:id/share/',
    '201 POST /acts/:id/share/rotate/',
    '201 POST /lists/:id/rows/',
    '201 POST /projects',
    '201 POST /projects/:id/versions/',
    '201 POST /register/',
    '201 POST /rows/:id/comments/',
    '201 POST /teams',
    '201 POST /teams/:id/invitations/',
    '201 POST /versions/:id/acts/',
    '201 POST /versions/:id/additional_summary_costs/',
    '201 POST /versions/:id/lists/',
    '201 POST /versions/:id/rows/duplicate/',
    '201 POST /versions/:id/taxes/',
  ]);
});
