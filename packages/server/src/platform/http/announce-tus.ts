import { limits } from '@sillage/contract';
import type { FastifyInstance } from 'fastify';

export const tusVersion = '1.0.0';

const abilities = {
  'tus-version': tusVersion,
  'tus-extension': 'creation,checksum,expiration,termination',
  'tus-checksum-algorithm': 'sha256',
  'tus-max-size': String(limits.uploadBytes),
};

/** Every answer of the uploads says the version of the protocol, that to OPTIONS and to another version what is possible. */
export function announceTus(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!/^\/api\/uploads(?:[/?]|$)/.test(request.url)) return;
    reply.header('tus-resumable', tusVersion);
    if (request.method === 'OPTIONS' || reply.statusCode === 412) reply.headers(abilities);
  });
}
