import { extname, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '@sillage/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './mount-endpoint.ts';
import type { WebConfiguration } from './read-web-configuration.ts';

const notTheApp = /^\/(api|socket\.io|mqtt|config\.json)(\/|$)/;
const hashedFiles = `${sep}assets${sep}`;

/** The built web app at `/`; paths that are no file belong to its router and get its page. */
export async function serveWebApp(
  app: FastifyInstance,
  webRoot: string,
  configuration: WebConfiguration,
): Promise<void> {
  app.get('/config.json', async (_, reply) => reply.header('cache-control', 'no-store').send(configuration));
  await app.register(fastifyStatic, {
    root: webRoot,
    suppressWarning: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forever = path.includes(hashedFiles);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const asked = new WeakSet<FastifyRequest>();
  app.setNotFoundHandler((request, reply) => {
    // `sendFile` comes back here when there is no page: the web app is not built.
    if (!isPageOfTheApp(request) || asked.has(request)) return sendRefusal(reply, refuse('route.notFound'));
    asked.add(request);
    return reply.sendFile('index.html');
  });
}

function isPageOfTheApp(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '/';
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && !notTheApp.test(path) && extname(path) === '';
}
