import { toJsonSchema } from '@valibot/to-json-schema';
import type { Endpoint, Who } from '../../domain/api/endpoint.ts';
import { type Route, routes } from '../../domain/api/routes.ts';
import { isRevised } from '../http/revised.ts';
import { bodyOf } from './bodies.ts';
import { isBareList, PartQuery } from './parts.ts';

type Json = Record<string, unknown>;

/** Any one of the entries suffices; the empty one means without sign-in. */
const SECURITY: Readonly<Record<Who, readonly Json[]>> = {
  anyone: [],
  visitor: [{}, { bearer: [] }],
  user: [{ bearer: [] }],
  member: [{ bearer: [] }],
  viewer: [{ bearer: [] }, { actPublicKey: [] }],
  keyholder: [{ actPublicKey: [] }],
};

function jsonSchema(schema: NonNullable<Endpoint['body']>, typeMode: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], { typeMode, errorMode: 'ignore' }) as Json;
  return rest;
}

function parameters(schema: Endpoint['params'], where: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: shape,
  }));
}

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The revision of the record the path names, as in "12". When it has another, 409 stale_edit with the record as it is; without the header the edit applies. Calls that do not list this header refuse it.',
  schema: { type: 'string', pattern: '^"?\\d{1,15}"?$' },
};

const TOTAL_COUNT: Json = {
  'X-Total-Count': {
    description: 'The length of the whole list, where `offset` or `limit` asks for a part of it',
    schema: { type: 'integer' },
  },
};

const NEEDS_PROOF =
  '403 proof_needed unless the person has signed in, or proved who they are by POST /proof/, within 15 minutes. No API token may make it.';

function operation(route: Route): Json {
  const endpoint: Endpoint = routes[route];
  const body = bodyOf(route);
  const content: Json = {
    ...(body && endpoint.body && { 'application/json': { schema: jsonSchema(body, 'input') } }),
    ...(endpoint.upload && {
      'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } },
    }),
  };
  return {
    ...(endpoint.needsProof && { description: NEEDS_PROOF }),
    security: SECURITY[endpoint.who],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(isBareList(route) ? parameters(PartQuery, 'query') : []),
      ...(isRevised(route) ? [IF_MATCH] : []),
    ],
    ...(Object.keys(content).length > 0 && { requestBody: { content } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        ...(isBareList(route) && { headers: TOTAL_COUNT }),
        content: { 'application/json': { schema: jsonSchema(endpoint.answer, 'output') } },
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const CODED: Json = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', description: 'Names the sentence for programs and translators' },
    params: {
      type: 'object',
      description: 'Fill the sentence: text, numbers, or sentences of the same shape. Left out where there are none',
    },
  },
};
/** The two bodies of a refusal: one cause, or causes by field. */
const REFUSED: Json = {
  description: 'Refused: one cause, or causes by field',
  content: {
    'application/json': {
      schema: {
        anyOf: [
          {
            allOf: [
              CODED,
              { type: 'object', required: ['detail'], properties: { detail: { type: 'string', description: 'The sentence in English' } } },
            ],
          },
          {
            type: 'object',
            required: ['codes'],
            properties: { codes: { type: 'object', additionalProperties: { type: 'array', items: CODED } } },
            additionalProperties: { type: 'array', items: { type: 'string', description: 'The sentence in English' } },
          },
        ],
      },
    },
  },
};

/** The OpenAPI 3.1 document of the calls. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const route of Object.keys(routes) as Route[]) {
    const [method = '', path = ''] = route.split(' ');
    const address = `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Actum', version: '1' },
    components: {
      responses: { Refused: REFUSED },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        actPublicKey: { type: 'apiKey', in: 'header', name: 'act-public-key' },
      },
    },
    paths,
  };
}
