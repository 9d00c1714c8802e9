import { z } from 'zod';
import { limits } from '../limits.ts';
import { Id } from './primitives.ts';

/** What a phone that becomes a device is called; the athlete's name, or the phone's own. */
const PhoneName = z.string().trim().min(1).max(60);

export const PhoneInvitation = z.object({
  group_id: Id.nullable().default(null).describe('The group that the phone belongs to'),
  hours: z
    .int()
    .min(1)
    .max(limits.phoneInvitationHours)
    .default(12)
    .describe('h; how long the code may be used. Phones that have joined stay'),
});

export const PhoneInvited = z.object({
  code: z.string().describe('What a phone joins with, by any number of phones until `ends`'),
  ends: z.string().describe('ISO 8601'),
  /** Addresses of the page that a phone opens, with the code behind `#`; the first is the one to show. */
  urls: z.array(z.string()),
});
export type PhoneInvited = z.infer<typeof PhoneInvited>;

export const PhoneJoin = z.object({ code: z.string().max(400), name: PhoneName.optional() });

/** How a phone says who it is, where it has no session: as devices do. */
export const PhoneCredentials = z.object({ number: z.int().positive(), secret: z.string().max(100) });

const Athlete = z.object({ id: Id, firstname: z.string(), lastname: z.string() });

/** What a phone shows of itself: its club, and who may wear it. */
export const PhoneStatus = z.object({
  number: z.int(),
  name: z.string(),
  client_name: z.string(),
  /** Who wears it now. */
  users: z.array(Athlete),
  /** Who may: the athletes of its group, else of its club. */
  athletes: z.array(Athlete),
});
export type PhoneStatus = z.infer<typeof PhoneStatus>;

export const PhoneJoined = PhoneStatus.extend({
  secret: z.string().describe('MQTT password of `device-{number}`; shown this once'),
});
export type PhoneJoined = z.infer<typeof PhoneJoined>;

export const PhoneWearer = PhoneCredentials.extend({ user_id: Id.nullable() });

/** How this server is reached by https, for phones: browsers give their sensors to such pages only. */
export const SecureAccess = z.object({
  /** Where it listens by https with a certificate of its own; null when it does not. */
  port: z.int().nullable(),
  /** SHA-256 of the authority that a phone trusts, hex. */
  fingerprint: z.string().nullable(),
  /** Its name, as phones show it. */
  authority: z.string().nullable(),
});
export type SecureAccess = z.infer<typeof SecureAccess>;
