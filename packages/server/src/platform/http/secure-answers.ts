import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { refuse, tilesOriginOf } from '@sillage/contract';
import type { FastifyInstance } from 'fastify';
import { corsOrigins } from './cors-origins.ts';
import { builtInWebConfiguration, originsOf, type WebConfiguration } from './read-web-configuration.ts';

/** Browsers ignore the last two, and say so, on plain http. */
const overHttps = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
};

const allowedHeaders = [
  ...['Authorization', 'Content-Type', 'X-Unique-Id', 'X-XSRF-TOKEN', 'Accept', 'Range', 'If-Range'],
  ...['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset', 'Upload-Checksum'],
];
const exposedHeaders = [
  ...['X-Epoch', 'Content-Disposition', 'Retry-After', 'Accept-Ranges', 'Content-Range', 'ETag', 'Location'],
  ...['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Checksum-Algorithm'],
  ...['Upload-Offset', 'Upload-Length', 'Upload-Expires'],
];

interface Dependencies {
  /** Reached by https only; asked at each request. */
  readonly httpsOnly?: () => boolean;
  /** Origins whose pages may call with a token; asked at each request. */
  readonly allowedOrigins?: () => readonly string[];
  readonly webConfiguration?: WebConfiguration;
  /** Where the page gets the ground under ways from, asked at each request. */
  readonly mapTilesUrl?: () => string | undefined;
  /** Where the same server is reached by https, asked at each request: a page looks whether its phone trusts it. */
  readonly securePort?: () => number | undefined;
}

/** The https door of the host that a page was asked of, after a space; nothing where there is none, or the host is no name. */
function secureOriginOf({ headers }: Pick<IncomingMessage, 'headers'>, port: number | undefined): string {
  const host = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(headers.host ?? '')?.[1];
  return port === undefined || host === undefined ? '' : ` https://${host}:${port}`;
}

/** What browsers are told to allow, cookies, forms, and who asks too often. */
export async function secureAnswers(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const others = originsOf(dependencies.webConfiguration ?? builtInWebConfiguration);
  const selfAndTiles = () => ["'self'", tilesOriginOf(dependencies.mapTilesUrl?.() ?? '') ?? []].flat().join(' ');
  await app.register(helmet, {
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Emotion writes its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [selfAndTiles, 'data:', 'blob:', ...others.pictures],
        // Films that a camera of the browser made are played before they are sent.
        mediaSrc: ["'self'", 'blob:', ...others.pictures],
        fontSrc: ["'self'", 'data:'],
        // Live rooms are of this origin, too.
        connectSrc: [
          (request) => `${selfAndTiles()}${secureOriginOf(request, dependencies.securePort?.())}`,
          ...others.calls,
        ],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  app.addHook('onRequest', async (_, reply) => {
    if (dependencies.httpsOnly?.()) reply.headers(overHttps);
  });
  await app.register(cors, {
    origin: corsOrigins(dependencies.allowedOrigins),
    credentials: false,
    // An OPTIONS that asks for nothing is answered, too.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...allowedHeaders],
    exposedHeaders: [...exposedHeaders],
  });
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) => refuse('request.tooMany', { seconds: Math.ceil(ttl / 1000) }),
  });
}
