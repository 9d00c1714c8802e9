import { z } from 'zod';
import { Role } from '../permissions.ts';
import { Id } from './primitives.ts';

export const User = z.object({
  id: Id,
  uid: z.string(),
  mail: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  roles: z.array(Role),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  client_id: Id,
  client_name: z.string(),
  active: z.boolean(),
  created_date: z.string(),
  language: z.enum(['fr', 'en']),
});
export type User = z.infer<typeof User>;

export const Credentials = z.object({
  mail: z.email({ error: 'email' }),
  password: z.string().min(1, { error: 'required' }).max(1000),
});

/** Answer of login and refresh. Browsers also get the tokens as cookies. */
export const Session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  unique_id: z.string(),
  user: User,
  cgu: z.object({ accepted: z.boolean(), hide: z.boolean() }),
});
export type Session = z.infer<typeof Session>;

/** Answer of GET /ping: who is asking. */
export const Caller = z.object({ user: User.nullable() });

export const BackendInfo = z.object({
  version: z.string(),
  back_type: z.enum(['cloud', 'hub', 'hub-online']),
  name: z.string(),
  /** s since 1970, the server's clock. */
  epoch: z.number(),
});
export type BackendInfo = z.infer<typeof BackendInfo>;
