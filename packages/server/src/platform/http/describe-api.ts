import { type Endpoint, ErrorBody } from '@sillage/contract';
import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** `Authorization: ApiKey …` is no registered HTTP scheme, so it is described as a header. */
const securitySchemes = {
  brokerSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Broker-Secret',
    description: 'SILLAGE_BROKER_SECRET, shared with an MQTT broker that runs elsewhere',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of POST /login; for POST /refresh alone, the refresh token',
  },
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`ApiKey <key>`: the word, a space, and a key that a person made in their account (POST /api_keys)',
  },
} as const;

/** An OpenAPI 3.1 document that grows as endpoints are served. */
export interface ApiDescription {
  readonly document: { readonly openapi: string; readonly paths: Record<string, Record<string, unknown>> };
  add(endpoint: Endpoint): void;
}

/** Starts the description of the HTTP interface, made from the contract's endpoints alone. */
export function describeApi(version: string): ApiDescription {
  const paths: Record<string, Record<string, unknown>> = {};
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Sillage',
      version,
      description: 'REST interface of a Sillage hub or cloud. Refusals answer `{code, message: {fr, en}, fields?}`.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes,
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
    paths,
  };
  return {
    document,
    add: (endpoint) => {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
    },
  };
}

/** Each entry is one way in. */
function securityOf({ access }: Endpoint): JsonSchema[] {
  switch (access) {
    case 'open':
      return [];
    case 'broker':
      return [{ brokerSecret: [] }];
    // Keys never stand for the person where an account is changed.
    case 'session':
    case 'refreshToken':
      return [{ bearer: [] }];
    default:
      return [{ bearer: [] }, { ApiKey: [] }];
  }
}

function operation(endpoint: Endpoint): JsonSchema {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? 'other'],
    description: `Access: ${endpoint.access}.`,
    security: securityOf(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: { description: 'Success', ...successContent(endpoint) },
      default: { description: 'Refusal', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'output'),
  }));
}

function requestBody(endpoint: Endpoint): JsonSchema {
  if (endpoint.method === 'GET' || endpoint.body instanceof z.ZodUnknown) return {};
  const schema = schemaOf(endpoint.body, 'input');
  const form = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, data: schema },
  };
  const encoding = { data: { contentType: 'application/json, text/plain' } };
  const content = endpoint.multipart
    ? { ...json(schema), 'multipart/form-data': { schema: form, encoding } }
    : json(schema);
  return { requestBody: { required: !endpoint.body.safeParse(undefined).success, content } };
}

function successContent(endpoint: Endpoint): JsonSchema {
  if (endpoint.reply === 'nothing') return {};
  if (endpoint.reply === 'bytes') {
    return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  }
  return { content: json(schemaOf(endpoint.reply, 'output')) };
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
