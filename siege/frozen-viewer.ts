import { createRealtimeClient } from '@sillage/client';
import { connectAsync } from 'mqtt';
import { z } from 'zod';

const Start = z.object({
  url: z.string(),
  token: z.string(),
  device: z.number(),
  brokerUrl: z.string(),
  name: z.string(),
  secret: z.string(),
});

// A viewer and an MQTT client in a process of their own, which the siege stops: what it is sent stays in the network.
const { url, token, device, brokerUrl, name, secret } = Start.parse(JSON.parse(process.argv[2] ?? ''));
const viewer = createRealtimeClient({ url, token: () => token, transports: ['websocket'] });
viewer.subscribe('liveData', device, () => undefined);
const entered = new Promise<void>((resolve) => viewer.onEntered(() => resolve()));
viewer.start();
const broker = await connectAsync(brokerUrl, { username: name, password: secret, clientId: name, keepalive: 60 });
await broker.subscribeAsync(`sillage/v1/devices/${name.slice('device-'.length)}/rpc/request`);
await entered;
process.send?.('entered');
