import { once } from 'node:events';
import { connect } from 'node:tls';

/** ms. */
const answerMs = 8000;

/** SHA-256 of the certificate that whoever answers at an address shows, whether it is to be believed or not; nothing is told to them. */
export async function readFingerprint(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerMs) });
    return socket.getPeerCertificate().fingerprint256;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
