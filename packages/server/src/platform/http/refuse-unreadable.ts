import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '@sillage/contract';
import { explainRefusal } from './explain-refusal.ts';

/** Answers what Node cannot read as HTTP, before there is a request, as every other refusal is answered. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const refusal = refuse(isLong ? 'request.headersTooLarge' : 'request.malformed');
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : refusal.status;
  const body = JSON.stringify(explainRefusal(refusal));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
