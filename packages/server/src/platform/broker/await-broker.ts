import type { MqttClient } from 'mqtt';
import { StartProblem } from '../start-problem.ts';

/** Reason codes of a CONNACK (MQTT 3.1.1 and 5) that waiting does not mend: protocol, client id, credentials, rights. */
const lasting = new Set([1, 2, 4, 5, 0x84, 0x85, 0x86, 0x87, 0x8a, 0x8c]);

interface Waiting {
  readonly url: string;
  readonly patienceMs: number;
  /** Called once, when it takes longer than the first try. */
  readonly say: (sentence: string) => void;
}

/**
 * Waits for the first connection; a broker may start later than this program.
 * @throws StartProblem when it does not come in time, or refuses.
 */
export async function awaitBroker(mqttClient: MqttClient, { url, patienceMs, say }: Waiting): Promise<void> {
  let why = 'no answer';
  let said = false;
  const where = withoutSecret(url);
  await new Promise<void>((resolve, reject) => {
    const give = (problem?: StartProblem) => {
      clearTimeout(late);
      mqttClient.off('connect', onConnect).off('error', onError).off('close', onClose);
      if (problem === undefined) resolve();
      else mqttClient.end(true, () => reject(problem));
    };
    const fail = () => give(new StartProblem(`The broker at ${where} cannot be reached (${why}).`));
    const onConnect = () => give();
    const onError = (error: Error) => {
      why = reasonOf(error);
      if ('code' in error && typeof error.code === 'number' && lasting.has(error.code)) fail();
    };
    const onClose = () => {
      if (!said && patienceMs > 0)
        say(`The broker at ${where} cannot be reached yet (${why}); waiting up to ${Math.round(patienceMs / 1000)} s`);
      said = true;
      if (patienceMs === 0) fail();
    };
    const late = setTimeout(fail, Math.max(patienceMs, 10_000));
    mqttClient.on('connect', onConnect).on('error', onError).on('close', onClose);
  });
}

/** The address without user name and password, however they are written. */
export function withoutSecret(url: string): string {
  if (!URL.canParse(url)) return 'its address';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

export function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
