import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { type Http, refuseUpgrade } from '../platform/http/index.ts';
import { limitPlaces } from '../platform/places/index.ts';
import type { Tally } from '../platform/tally/index.ts';

/** Bytes; the largest WebSocket message taken from a device, above the broker's own packet bound. */
const maxMessageBytes = 256 * 1024;

const usualMost = { aHost: 1000, inAll: 4000 };

interface Bounds {
  readonly tally: Pick<Tally, 'count'>;
  /** Connections of one host and in all. */
  readonly most?: { readonly aHost: number; readonly inAll: number };
}

/** MQTT over WebSocket at `/mqtt`, beside Socket.IO on the same origin. */
export function serveMqttOverWebSocket(
  { app, upgrades, addressOf }: Pick<Http, 'app' | 'upgrades' | 'addressOf'>,
  attach: (stream: Duplex) => void,
  { tally, most = usualMost }: Bounds,
): void {
  const places = limitPlaces(most);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  upgrades.on('/mqtt', (request, socket, head) => {
    const release = places.take(addressOf(request));
    if (release === undefined) {
      tally.count('connection.atLimit', { reason: 'MQTT over WebSocket' });
      return refuseUpgrade(socket, 429);
    }
    socket.once('close', release);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket);
      stream.on('error', () => stream.destroy());
      attach(stream);
    });
  });
  app.server.on('close', () => sockets.close());
}
