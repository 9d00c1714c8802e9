import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Brokers that set no headers give the secret here. */
const Secret = z.object({ secret: z.string().max(200).optional() });
const Name = z.string().max(200);

/** Both answers in one, as EMQX (`result`, `is_superuser`) and mosquitto-go-auth (`Ok`, `Error`) read them. */
export const BrokerVerdict = z.object({
  result: z.enum(['allow', 'deny']),
  is_superuser: z.literal(false),
  Ok: z.boolean(),
  Error: z.string(),
});

export const authenticateForBroker = endpoint({
  name: 'authenticateForBroker',
  method: 'POST',
  path: '/mqtt/auth',
  access: 'broker',
  summary: 'An MQTT broker that runs elsewhere asks whether a device may connect',
  query: Secret,
  body: z.object({ username: Name, password: z.string().max(1000), clientid: Name.optional() }),
  reply: BrokerVerdict,
});

export const authorizeForBroker = endpoint({
  name: 'authorizeForBroker',
  method: 'POST',
  path: '/mqtt/acl',
  access: 'broker',
  summary:
    'An MQTT broker that runs elsewhere asks whether a device may use a topic: `action` of EMQX, or `acc` of mosquitto-go-auth (1 receive, 2 publish, 3 both, 4 subscribe)',
  query: Secret,
  body: z.object({
    username: Name,
    clientid: Name.optional(),
    topic: z.string().max(1000),
    action: z.enum(['publish', 'subscribe']).optional(),
    acc: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).optional(),
  }),
  reply: BrokerVerdict,
});
