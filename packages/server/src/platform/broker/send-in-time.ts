import type { MqttClient } from 'mqtt';
import { BrokerAway, NobodyListens, type PublishOptions } from './broker.ts';

/** MQTT 5, of a PUBACK. */
const noMatchingSubscribers = 0x10;

/**
 * Publishes what must not arrive late: nothing waits for a connection, what the broker has not acknowledged is taken
 * back at the end of its time (with the connection, whoever holds it does), and the broker is told how long it may keep it.
 */
export function sendInTime(mqttClient: MqttClient) {
  const underWay = new Set<number>();
  const toNobody = new Set<number>();
  mqttClient.on('packetreceive', (packet) => {
    if (packet.cmd !== 'puback' || packet.reasonCode !== noMatchingSubscribers) return;
    if (packet.messageId !== undefined && underWay.has(packet.messageId)) toNobody.add(packet.messageId);
  });
  return (topic: string, payload: string | Uint8Array, { qos, retain = false, expiresAfterMs }: PublishOptions) =>
    new Promise<void>((resolve, reject) => {
      if (!mqttClient.connected) return reject(new BrokerAway());
      const expiry =
        expiresAfterMs === undefined ? {} : { messageExpiryInterval: Math.max(1, Math.round(expiresAfterMs / 1000)) };
      let id: number | undefined;
      let timer: NodeJS.Timeout | undefined;
      const settle = (error: unknown) => {
        clearTimeout(timer);
        const nobody = id !== undefined && toNobody.delete(id);
        if (id !== undefined) underWay.delete(id);
        if (error != null) reject(error instanceof Error && 'code' in error ? error : new BrokerAway());
        else if (nobody) reject(new NobodyListens());
        else resolve();
      };
      mqttClient.publish(topic, Buffer.from(payload), { qos, retain, properties: expiry }, settle);
      if (qos === 0) return;
      const mine = mqttClient.getLastMessageId();
      id = mine;
      underWay.add(mine);
      if (expiresAfterMs !== undefined)
        timer = setTimeout(() => mqttClient.removeOutgoingMessage(mine), expiresAfterMs);
    });
}
