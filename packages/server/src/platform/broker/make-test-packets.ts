import { Duplex } from 'node:stream';

/** QoS 0. */
export function publishPacket(topic: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from([0, topic.length]), Buffer.from(topic), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

export function connectPacket(name: string, password: string, keepaliveSeconds = 60): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, keepaliveSeconds]),
    text(name),
    text(name),
    text(password),
  ]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

/** Two ends of a byte stream in memory. */
export function pair(): [Duplex, Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        other().push(chunk);
        done();
      },
    });
  const ends: [Duplex, Duplex] = [end(() => ends[1]), end(() => ends[0])];
  return ends;
}
