import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { isRefusal, limits, type Refusal, refuse, streamedType } from '@sillage/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { refusalOfFullDisk } from '../disk/index.ts';
import { limitPlaces } from '../places/index.ts';
import type { ServerCertificate } from '../tls/index.ts';
import { announceTus } from './announce-tus.ts';
import { boundBodies } from './bound-bodies.ts';
import type { Serve } from './call.ts';
import { type ApiDescription, describeApi } from './describe-api.ts';
import { endIdleTransfers } from './end-idle-transfers.ts';
import type { HttpDependencies, HttpOptions } from './http-dependencies.ts';
import { backlog, listenAt, whyNotListening } from './listen-at.ts';
import { secureDoor } from './listen-securely.ts';
import { mountEndpoint, sendRefusal } from './mount-endpoint.ts';
import { parseJson } from './parse-json.ts';
import { builtInWebConfiguration } from './read-web-configuration.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { refuseUpload } from './refuse-upload.ts';
import { routeUpgrades, type Upgrades } from './route-upgrades.ts';
import { secureAnswers } from './secure-answers.ts';
import { serveWebApp } from './serve-web-app.ts';
import { addressOf, type Trusts, trustProxies } from './trust-proxies.ts';

export interface Http {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly upgrades: Upgrades;
  /** Whose request this is, behind proxies of ours too. */
  addressOf(request: IncomingMessage): string;
  /** @throws StartProblem when the port is taken. */
  listen(host: string, port: number): Promise<void>;
  /**
   * Serves the same by https, and answers at which port; 0 = any free one.
   * @throws StartProblem when the port is taken.
   */
  listenSecurely(host: string, port: number, certificate: Pick<ServerCertificate, 'cert' | 'key'>): Promise<number>;
  /** Refuses new requests, lets running ones end (bounded), closes. */
  close(): Promise<void>;
}

/** ms; connections that are still busy after this are cut at the end. */
const drainMs = 4000;
const idleCheckMs = 20;
const defaultSessionTries = 300;
/** Proxies of ours count as nobody: all people may come through one. */
const usualMostConnections = { aHost: 2000, inAll: 8000 };
/** ms in which the head of a request must be there. */
const headersTimeoutMs = 20_000;
const headersCheckMs = 5000;

/** The HTTP server: REST under `/api`, its description, and the web app. */
export async function createHttp(dependencies: HttpDependencies, options: HttpOptions = {}): Promise<Http> {
  let closing = false;
  let secure: SecureServer | undefined;
  const trusts = trustProxies(dependencies.trustedProxies);
  const app = fastify({
    logger: false,
    bodyLimit: limits.jsonBodyBytes,
    trustProxy: trusts,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: headersCheckMs },
    clientErrorHandler: refuseUnreadable,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => {
      // The only ones are addresses that cannot be decoded.
      sendRefusal(reply, refuse('request.malformed'));
    },
  });
  const upgrades = routeUpgrades(app.server);
  limitConnections(app.server, trusts, { ...dependencies, ...options });
  endIdleTransfers(app, () => dependencies.tally?.count('request.refused', { reason: 'idle' }), options.idleWindowMs);
  let running = 0;
  app.addHook('onRequest', async (request, reply) => {
    running += 1;
    // A file of the web app that is found on the second try takes the default 10 without us.
    reply.raw.setMaxListeners(20);
    reply.raw.once('close', () => {
      running -= 1;
    });
    // Read here, the address is kept by the socket: those that are reset later are still judged by it. Of one that is
    // reset already nobody is left to answer.
    if (request.socket.remoteAddress === undefined) {
      request.socket.destroy();
      return reply.hijack();
    }
    if (closing) return sendRefusal(reply, refuse('server.unavailable'));
    // No database keeps a NUL, and no address needs one.
    if (request.url.includes('%00')) return sendRefusal(reply, refuse('request.malformed'));
  });
  answerErrors(app, dependencies);
  readJsonBodies(app);
  // Given to the handler as they come.
  app.addContentTypeParser(streamedType, (_, bytes, done) => done(null, bytes));
  announceTus(app);
  const securePort = () => (secure === undefined ? undefined : portOf(secure));
  await secureAnswers(app, { ...dependencies, securePort });
  boundBodies(app, () => dependencies.tally?.count('request.refused', { reason: 'bodies' }));
  stampAndLog(app, dependencies);
  const description = describeApi(dependencies.version);
  await serveDescription(app, description);
  await serveWebApp(app, dependencies.webRoot, dependencies.webConfiguration ?? builtInWebConfiguration);

  const mounting = {
    authenticate: dependencies.authenticate,
    temporaryFolder: dependencies.temporaryFolder,
    httpsOnly: dependencies.httpsOnly ?? (() => false),
    disk: dependencies.disk,
    checkReplies: options.checkReplies ?? process.env.NODE_ENV === 'test',
    brokerSecret: dependencies.brokerSecret,
    whyNotHub: dependencies.whyNotHub,
    sessionTriesPerMinute: options.sessionTriesPerMinute ?? defaultSessionTries,
  };
  return {
    app,
    upgrades,
    addressOf: (request) => addressOf(request, trusts),
    serve: (endpoint, handler) => {
      description.add(endpoint);
      mountEndpoint(app, endpoint, handler, mounting);
    },
    listen: async (host, port) => {
      await app.listen({ host, port, backlog }).catch((problem: unknown) => {
        throw whyNotListening(problem, host, port);
      });
    },
    listenSecurely: async (host, port, { cert, key }) => {
      const door = secureDoor({ plain: app.server, cert, key, headersTimeoutMs, headersCheckMs });
      limitConnections(door, trusts, { ...dependencies, ...options });
      await listenAt(door, host, port);
      secure = door;
      return portOf(door);
    },
    close: async () => {
      closing = true;
      const cutAll = () => {
        app.server.closeAllConnections();
        secure?.closeAllConnections();
      };
      // Browsers hold connections open that never asked anything; Node would wait for them.
      const idle = setInterval(() => running === 0 && cutAll(), idleCheckMs);
      const late = setTimeout(cutAll, drainMs);
      const secureClosed = new Promise((resolve) =>
        secure === undefined ? resolve(undefined) : secure.close(resolve),
      );
      await Promise.all([app.close(), secureClosed]).finally(() => {
        clearInterval(idle);
        clearTimeout(late);
      });
    },
  };
}

function portOf(door: SecureServer): number {
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('the https server does not listen on a port');
  return address.port;
}

function limitConnections(
  server: Server | SecureServer,
  trusts: Trusts,
  { tally, mostConnections = usualMostConnections }: Pick<HttpDependencies, 'tally'> & HttpOptions,
): void {
  const places = limitPlaces(mostConnections);
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (trusts(address)) return;
    const release = places.take(address);
    if (release !== undefined) return socket.once('close', release);
    tally?.count('connection.atLimit', { reason: 'HTTP' });
    socket.destroy();
  });
}

/** Everything that goes wrong before or in a handler becomes an error body; bugs are logged and keep their details. */
function answerErrors(app: FastifyInstance, { log, isDatabaseAway = () => false }: HttpDependencies): void {
  app.setErrorHandler((error, request, reply) => {
    // Nobody is left to answer, and nothing is wrong with the program: a browser was closed during an upload, or while
    // what it had asked for was being made.
    const isEnded = reply.raw.destroyed && error instanceof Error && error.name === 'AbortError';
    const gone = isEnded || (request.raw.destroyed && !request.raw.complete);
    const refusal = gone ? refuse('request.malformed') : (refusalOf(error) ?? refusalOfFullDisk(error));
    if (refusal?.status === 413) return refuseUpload(request, reply, refusal, limits.jsonBodyBytes);
    if (refusal?.status === 416) reply.header('content-range', rangeOf(error));
    if (refusal !== undefined) return sendRefusal(reply, refusal);
    if (isDatabaseAway(error)) {
      log.debug({ method: request.method, path: pathOf(request.url), error: String(error) }, 'the database is away');
      return sendRefusal(reply, refuse('database.unavailable'));
    }
    const reference = randomUUID().slice(0, 8);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ reference, method: request.method, path: pathOf(request.url), stack }, 'a request met a bug');
    return sendRefusal(reply, refuse('server.bug', { reference }));
  });
}

/** What there is of the file instead, as the file server tells with its error. */
function rangeOf(error: unknown): string {
  const headers = error instanceof Error && 'headers' in error ? error.headers : undefined;
  const isTold = typeof headers === 'object' && headers !== null && 'Content-Range' in headers;
  return isTold ? String(headers['Content-Range']) : 'bytes */*';
}

function refusalOf(error: unknown): Refusal | undefined {
  if (isRefusal(error)) return error;
  if (error instanceof Error && 'refusal' in error && isRefusal(error.refusal)) return error.refusal;
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const status = error.statusCode;
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse('request.tooLarge', { maximum: '1 MB' });
  if (status === 404) return refuse('route.notFound');
  if (status === 416) return refuse('request.range');
  // Media type, content length, broken forms, bad addresses: the caller's side.
  return typeof status === 'number' && status >= 400 && status < 500 ? refuse('request.malformed') : undefined;
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    const parsed = parseJson(String(text));
    if (isRefusal(parsed)) done(Object.assign(new Error(parsed.code), { refusal: parsed }));
    else done(null, parsed.value);
  });
}

function stampAndLog(app: FastifyInstance, { clock, log }: HttpDependencies): void {
  app.addHook('onRequest', async (request, reply) => {
    // Of its arrival: what changes while the answer is made is newer than the answer (cache protocol).
    if (request.url.startsWith('/api/')) reply.header('x-epoch', String(clock.nowMs() / 1000));
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    // Answers hold tokens, keys and people's data: no browser keeps them on its disk.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const ms = Math.round(reply.elapsedTime);
    log.debug({ method, path: pathOf(url), status: reply.statusCode, ms }, 'request');
  });
}

const docsPath = '/api/docs';

async function serveDescription(app: FastifyInstance, description: ApiDescription): Promise<void> {
  // Written once: nothing is served that was not there before the first request.
  let text: string | undefined;
  app.get('/api/openapi.json', async (_, reply) => {
    await description.complete();
    text ??= JSON.stringify(description.document);
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.addHook('onRequest', async (request, reply) => {
    // The plugin's other spelling of the document, which nobody needs, takes a quarter of a second to write.
    if (request.routeOptions.url === `${docsPath}/yaml`) return sendRefusal(reply, refuse('route.notFound'));
    if (request.routeOptions.url === `${docsPath}/json`) await description.complete();
  });
  await app.register(swagger, {
    mode: 'static',
    // The plugin wants the paths of its own OpenAPI types; the document is our own JSON.
    specification: { document: description.document as never },
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    staticCSP: false,
    theme: {
      title: 'Sillage API',
      css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}

/** Without the query, which may carry what people search for. */
function pathOf(url: string): string {
  return url.split('?')[0] ?? url;
}
