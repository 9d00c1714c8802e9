import {
  type Endpoint,
  ErrorBody,
  fieldRules,
  libraryCodes,
  type RefusalCode,
  refusals,
  streamedType,
} from '@sillage/contract';
import { problemSentences } from '@sillage/signal/formula';
import { z } from 'zod';
import { shareLoop } from '../clock/index.ts';
import { tusHeaders, tusMethods, tusParameters } from './describe-tus.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** `Authorization: ApiKey …` is no registered HTTP scheme, so it is described as a header. */
const securitySchemes = {
  brokerSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Broker-Secret',
    description: 'SILLAGE_BROKER_SECRET, shared with an MQTT broker that runs elsewhere',
  },
  HubCode: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Hub <code>`: the word, a space, and the code that the cloud showed once for a hub',
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

/** An OpenAPI 3.1 document of the endpoints that are served. */
export interface ApiDescription {
  /** Without those that were added since {@link complete}. */
  readonly document: { readonly openapi: string; readonly paths: Record<string, Record<string, unknown>> };
  add(endpoint: Endpoint): void;
  /** Describes what was added, some ms at a time: all of it takes as long as a tenth of the server's start. */
  complete(): Promise<void>;
}

/** Starts the description of the HTTP interface, made from the contract's endpoints alone. */
export function describeApi(version: string): ApiDescription {
  const paths: Record<string, Record<string, unknown>> = {};
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Sillage',
      version,
      description:
        'REST interface of a Sillage hub or cloud. Refusals answer `{code, message: {fr, en}, fields?}`: `x-refusals` of this document lists every `code`, `x-field-codes` every rule that `fields` names.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes,
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      headers,
    },
    paths,
    'x-refusals': describeRefusals(),
    'x-field-codes': { ...problemSentences, ...fieldRules, ...libraryCodes },
  };
  const added: Endpoint[] = [];
  const describeOne = (endpoint: Endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const own = operation(endpoint);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: own,
      ...tusMethods(endpoint, own),
    };
  };
  return {
    document,
    add: (endpoint) => added.push(endpoint),
    async complete() {
      const pause = shareLoop();
      // Whoever comes meanwhile goes on with what is left.
      for (let endpoint = added.shift(); endpoint !== undefined; endpoint = added.shift()) {
        describeOne(endpoint);
        await pause();
      }
    },
  };
}

/** By code; `{word}` in a sentence is filled in. */
function describeRefusals(): Record<RefusalCode, JsonSchema> {
  const entries = Object.entries(refusals).map(([code, { status, fr, en }]) => [code, { status, message: { fr, en } }]);
  return Object.fromEntries(entries);
}

/** Each entry is one way in. */
function securityOf({ access }: Endpoint): JsonSchema[] {
  switch (access) {
    case 'open':
      return [];
    case 'broker':
      return [{ brokerSecret: [] }];
    case 'hub':
      return [{ HubCode: [] }];
    // Keys never stand for the person where an account is changed.
    case 'session':
    case 'refreshToken':
      return [{ bearer: [] }];
    default:
      return [{ bearer: [] }, { ApiKey: [] }];
  }
}

/** What is said of an endpoint is the same in every server of a process. */
const described = new WeakMap<Endpoint, JsonSchema>();

function operation(endpoint: Endpoint): JsonSchema {
  const known = described.get(endpoint) ?? describe(endpoint);
  described.set(endpoint, known);
  return known;
}

function describe(endpoint: Endpoint): JsonSchema {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? 'other'],
    description: `Access: ${endpoint.access}.`,
    security: securityOf(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...tusParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...successContent(endpoint),
        headers: { ...headersOf(endpoint), ...tusHeaders(endpoint) },
      },
      ...Object.fromEntries(endpoint.otherStatuses.map((status) => [status, otherSuccess(endpoint, status)])),
      default: {
        description: 'Refusal',
        content: json({ $ref: '#/components/schemas/Error' }),
        headers: { ...refer('X-Epoch'), ...refer('Retry-After') },
      },
    },
  };
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOfParameter(field as z.ZodType),
  }));
}

/** What it becomes, which has its bounds; where that is no text any more, what is sent. */
function schemaOfParameter(field: z.ZodType): JsonSchema {
  const becomes = schemaOf(field, 'output');
  return isSaid(becomes) ? becomes : schemaOf(field, 'input');
}

function isSaid(schema: JsonSchema): boolean {
  const { anyOf, description: _, ...rest } = schema;
  return Array.isArray(anyOf) ? anyOf.every(isSaid) : Object.keys(rest).length > 0;
}

function requestBody(endpoint: Endpoint): JsonSchema {
  const bytes = { schema: { type: 'string', format: 'binary' } };
  if (endpoint.streams) return { requestBody: { required: true, content: { [streamedType]: bytes } } };
  if (endpoint.method === 'GET' || endpoint.body instanceof z.ZodUnknown) return {};
  const schema = schemaOf(endpoint.body, 'input');
  const form = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, data: schema },
  };
  const encoding = { data: { contentType: 'application/json, text/plain' } };
  const required = endpoint.needsFile ? { required: ['file'] } : {};
  const asForm = { 'multipart/form-data': { schema: { ...form, ...required }, encoding } };
  const content = {
    ...(!endpoint.needsFile && json(schema)),
    ...(endpoint.multipart && asForm),
  };
  return { requestBody: { required: !endpoint.body.safeParse(undefined).success, content } };
}

function successContent(endpoint: Endpoint): JsonSchema {
  if (endpoint.reply === 'nothing') return {};
  const bytes = { type: 'string', format: 'binary' };
  const described = endpoint.reply === 'bytes' ? bytes : schemaOf(endpoint.reply, 'output');
  const schemaIn = (type: string) => (type === 'application/json' ? described : bytes);
  return { content: Object.fromEntries(endpoint.contentTypes.map((type) => [type, { schema: schemaIn(type) }])) };
}

/** What an answer tells besides what it holds. */
const headers = {
  'X-Epoch': {
    description: 's since 1970; when the request came, for `utils/need_update`',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 's; with 429 and 503', schema: { type: 'integer' } },
  'Content-Disposition': { description: 'The name of the file', schema: { type: 'string' } },
  'Accept-Ranges': { description: '`bytes` when parts may be asked for, else `none`', schema: { type: 'string' } },
  'Content-Range': { description: 'Which part this is, of how many bytes', schema: { type: 'string' } },
  ETag: { description: 'For `If-Range`: another one when the file is another', schema: { type: 'string' } },
} as const;

function refer(name: keyof typeof headers): JsonSchema {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

function headersOf({ reply, otherStatuses }: Endpoint): JsonSchema {
  const ofFile = reply === 'bytes' ? { ...refer('Content-Disposition'), ...refer('Accept-Ranges') } : {};
  return { ...refer('X-Epoch'), ...ofFile, ...(otherStatuses.includes(206) && refer('ETag')) };
}

function otherSuccess(endpoint: Endpoint, status: number): JsonSchema {
  switch (status) {
    case 206:
      return {
        description: 'The part that `Range` asks for',
        ...successContent(endpoint),
        headers: { ...headersOf(endpoint), ...refer('Content-Range') },
      };
    case 304:
      return { description: 'As the caller has it', headers: refer('X-Epoch') };
    default:
      return { description: 'Accepted: `id` to follow', content: json(following), headers: refer('X-Epoch') };
  }
}

const following = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...described
  } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any', override: sayNoElements },
  });
  return $defs === undefined ? described : withoutOwnNames(described);
}

/** `z.json()` alone names itself, below a root that is not the one of this document: it is any value. */
function withoutOwnNames(described: JsonSchema): JsonSchema {
  const isName = (value: unknown) => typeof value === 'object' && value !== null && '$ref' in value;
  return JSON.parse(JSON.stringify(described), (_, value: unknown) =>
    isName(value) ? { description: 'Any JSON value' } : value,
  );
}

/** The empty tuple: JSON Schema forbids an empty `prefixItems`. */
function sayNoElements({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.prefixItems?.length !== 0) return;
  delete jsonSchema.prefixItems;
  jsonSchema.maxItems = 0;
}
