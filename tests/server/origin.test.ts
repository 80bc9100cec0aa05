import { expect, test } from 'vitest';
import { sameOrigin } from '../../server/http/origin.ts';

test.each([
  [undefined, 'localhost:4180', null, true],
  ['http://localhost:4180', 'localhost:4180', null, true],
  ['https://estimates.example', 'estimates.example', null, true],
  ['https://estimates.example', 'estimates.example:443', null, true],
  ['http://evil.example', 'localhost:4180', null, false],
  ['http://localhost:4181', 'localhost:4180', null, false],
  ['http://localhost:4180.evil.example', 'localhost:4180', null, false],
  ['null', 'localhost:4180', null, false],
  ['', 'localhost:4180', null, false],
  ['file://localhost:4180', 'localhost:4180', null, false],
  ['http://localhost:4180', undefined, null, false],
  ['https://estimates.example', '10.0.0.1:4180', 'https://estimates.example', true],
  ['http://estimates.example', 'estimates.example', 'https://estimates.example', false],
  ['https://evil.example', 'evil.example', 'https://estimates.example', false],
  [undefined, 'anything', 'https://estimates.example', true],
])('Origin %s sent to %s, PUBLIC_URL %s: own is %s', (origin, host, publicUrl, own) => {
  expect(sameOrigin({ headers: { ...(origin !== undefined && { origin }), ...(host !== undefined && { host }) } }, { publicUrl })).toBe(
    own,
  );
});
