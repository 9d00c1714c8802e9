import { createServer, type Socket } from 'node:net';
import { generate, type IConnectPacket, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { topicMatcher } from './deliver-locally.ts';

interface Member {
  readonly socket: Socket;
  readonly filters: string[];
  connect: IConnectPacket | undefined;
}

export interface TestBroker {
  readonly url: string;
  /** Messages that MQTT clients published, in order. */
  readonly published: { readonly topic: string; readonly text: string; readonly expirySeconds: number | undefined }[];
  readonly clientIds: () => string[];
  /** MQTT 5 reason code that answers the next connections; 0 lets them in. */
  connack: number;
  /** Of subscriptions to devices' topics; 1 grants QoS 1. */
  suback: number;
  /** Takes messages without acknowledging them, as a frozen broker does. */
  frozen: boolean;
  /** What may not be published by anybody is dropped in silence. */
  mayNotPublish: string | undefined;
  cut(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** As much of an MQTT 5 broker as a server needs of one that runs elsewhere, over TCP, with the faults that such have. */
export async function openTestBroker(): Promise<TestBroker> {
  const members = new Set<Member>();
  const retained = new Map<string, IPublishPacket>();
  const published: { topic: string; text: string; expirySeconds: number | undefined }[] = [];
  const send = (member: Member, packet: Packet) =>
    member.socket.writable && member.socket.write(generate(packet, { protocolVersion: 5 }));
  let messageId = 0;

  function deliver(packet: IPublishPacket): boolean {
    if (packet.topic === broker.mayNotPublish) return true;
    if (packet.retain && packet.payload.length === 0) retained.delete(packet.topic);
    else if (packet.retain) retained.set(packet.topic, packet);
    const hearers = [...members].filter(({ filters }) => filters.some((filter) => topicMatcher(filter)(packet.topic)));
    for (const member of hearers) forward(member, packet, false);
    return hearers.length > 0;
  }
  function forward(member: Member, { topic, payload }: IPublishPacket, retain: boolean): void {
    messageId = (messageId % 60_000) + 1;
    send(member, { cmd: 'publish', topic, payload, qos: 1, dup: false, retain, messageId });
  }
  function leave(member: Member, clean: boolean): void {
    if (!members.delete(member) || clean) return;
    const will = member.connect?.will;
    if (will === undefined) return;
    deliver({
      cmd: 'publish',
      topic: will.topic,
      payload: will.payload,
      qos: 1,
      dup: false,
      retain: will.retain ?? false,
    });
  }
  function take(member: Member, packet: Packet): void {
    if (broker.frozen) return;
    switch (packet.cmd) {
      case 'connect': {
        send(member, { cmd: 'connack', reasonCode: broker.connack, sessionPresent: false });
        if (broker.connack !== 0) return void member.socket.end();
        for (const other of members) {
          if (other.connect?.clientId !== packet.clientId) continue;
          send(other, { cmd: 'disconnect', reasonCode: 0x8e });
          other.socket.end();
          leave(other, false);
        }
        member.connect = packet;
        members.add(member);
        return;
      }
      case 'subscribe': {
        const granted = packet.subscriptions.map(({ topic }) => (topic.includes('/devices/') ? broker.suback : 1));
        send(member, { cmd: 'suback', messageId: packet.messageId ?? 0, granted });
        packet.subscriptions.forEach(({ topic }, i) => {
          if ((granted[i] ?? 0x80) >= 0x80) return;
          member.filters.push(topic);
          const matches = topicMatcher(topic);
          for (const [kept, message] of retained) if (matches(kept)) forward(member, message, true);
        });
        return;
      }
      case 'publish': {
        const expirySeconds = packet.properties?.messageExpiryInterval;
        published.push({ topic: packet.topic, text: packet.payload.toString(), expirySeconds });
        const somebody = deliver(packet);
        if (packet.qos === 0) return;
        send(member, { cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: somebody ? 0 : 0x10 });
        return;
      }
      case 'pingreq':
        send(member, { cmd: 'pingresp' });
        return;
      case 'disconnect':
        leave(member, true);
        member.socket.end();
        return;
      default:
    }
  }

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const member: Member = { socket, filters: [], connect: undefined };
    const parse = parser({ protocolVersion: 5 });
    sockets.add(socket);
    parse.on('packet', (packet) => take(member, packet));
    socket.on('data', (bytes) => parse.parse(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      leave(member, false);
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const broker: TestBroker = {
    url: `mqtt://sillage:pa@ss-Secret@127.0.0.1:${port}`,
    published,
    clientIds: () => [...members].flatMap(({ connect }) => connect?.clientId ?? []),
    connack: 0,
    suback: 1,
    frozen: false,
    mayNotPublish: undefined,
    cut,
    back: () => listen(port),
    close: cut,
  };
  return broker;
}
