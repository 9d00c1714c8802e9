import { deviceClientIds } from '@sillage/device-protocol';
import { connect, type IClientOptions } from 'mqtt';
import type { Log } from '../log/index.ts';

const cutMs = 5000;

/**
 * Ends a device's connection to a broker that runs elsewhere, with what every broker does: a second connection of the
 * same client id ends the first. It tells nothing and leaves at once.
 */
export function cutConnection(url: string, account: IClientOptions, number: number, log: Log): void {
  for (const clientId of deviceClientIds(number)) {
    const mqttClient = connect(url, { ...account, clientId, clean: true, reconnectPeriod: 0, connectTimeout: cutMs });
    const late = setTimeout(() => mqttClient.end(true), cutMs).unref();
    mqttClient.on('connect', () => mqttClient.end());
    mqttClient.on('error', (error) =>
      log.warn({ device: number, problem: error.message }, 'a device could not be cut'),
    );
    mqttClient.on('close', () => {
      clearTimeout(late);
      mqttClient.end(true);
    });
  }
}
