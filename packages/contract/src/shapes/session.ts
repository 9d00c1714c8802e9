import { z } from 'zod';
import { Language } from '../languages.ts';
import { givenText, line, Mail, NewPassword, Timezone } from '../rules.ts';
import { Id } from './primitives.ts';
import { User } from './user.ts';

/** `accepted` is false while the terms must be shown; `hide`: the person asked not to be shown them again. */
export const Terms = z.object({ accepted: z.boolean(), hide: z.boolean() });

export const Credentials = z.object({
  mail: Mail,
  password: givenText().min(1, { error: 'required' }).max(1000, { error: 'maxLength' }),
  /**
   * Programs that show the terms send it: without acceptance, now or before, no session opens, and the answer is
   * `TermsFirst`. Programs without a screen leave it out and read `cgu` of the answer.
   */
  cgu: Terms.optional(),
  /** The browser's. A hub that does not know its own takes it from the first administrator who signs in. */
  timezone: Timezone.optional().catch(undefined),
});

/** Answer of login and refresh. Browsers also get the tokens as cookies. The person's fields are also at the top. */
export const Session = User.extend({
  access_token: z.string(),
  refresh_token: z.string(),
  unique_id: z.string(),
  user: User,
  cgu: Terms,
});
export type Session = z.infer<typeof Session>;
/** Of a sign-in with the right password, before which the terms must be accepted: no session is open. */
export const TermsFirst = z.strictObject({ cgu: Terms });
/** Of a caller who has the tokens already. */
export const CurrentSession = Session.omit({ access_token: true, refresh_token: true });
export type CurrentSession = z.infer<typeof CurrentSession>;

export const PasswordChange = z.object({
  current_password: givenText().min(1, { error: 'required' }).max(1000),
  password: NewPassword,
});
/** What the form adds: typing it twice. */
export const PasswordChangeForm = PasswordChange.extend({ confirmation: z.string() }).refine(
  (form) => form.password === form.confirmation,
  { error: 'mismatch', path: ['confirmation'] },
);
export const PasswordResetForm = z
  .object({ password: NewPassword, confirmation: z.string() })
  .refine((form) => form.password === form.confirmation, { error: 'mismatch', path: ['confirmation'] });

export const AskMail = z.object({
  email: Mail,
  /** Of the page that asks. Only a public address of this server is put into the mail, whatever is said here. */
  currentDomain: z.string().max(500).optional(),
});

/** What the signed-in person changes of the own account. */
export const AccountEdit = z
  .object({
    mail: Mail,
    /** Only another mail needs it. */
    current_password: z
      .string()
      .max(1000)
      .describe('The present password; needed to change the mail, which passwords are sent to'),
    firstname: line(),
    lastname: line(),
    language: Language,
    /** Terms are shown at each sign-in. */
    show_terms: z.boolean(),
  })
  .partial();

/** `read`: looks, never changes. */
export const ApiKeyAccess = z.enum(['read', 'write']);
export const ApiKeyCreate = z.object({
  name: line(100),
  access: ApiKeyAccess,
  /** ISO 8601; null = until revoked. */
  expires_at: z.iso
    .datetime({ offset: true, error: 'date' })
    .max(40, { error: 'date' })
    .nullish()
    .transform((v) => v ?? null),
});
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  access: ApiKeyAccess,
  /** First characters, to tell keys apart. */
  prefix: z.string(),
  created_date: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A client's recovery key resets the password of one of its people, on a hub only. */
export const RecoveryReset = z.object({ email: Mail, recovery_key: line(100), password: NewPassword });

/** Answer of GET /ping: who is asking. */
export const Caller = z.object({ user: User.nullable() });

export const BackendInfo = z.object({
  version: z.string(),
  back_type: z.enum(['cloud', 'hub', 'hub-online']),
  name: z.string(),
  /** s since 1970, the server's clock. */
  epoch: z.number(),
  /** s that the server's clock is ahead of the caller's, as far as the way there takes no time; null where the caller said no epoch. */
  clock_difference: z.number().nullable(),
  /** Whether this server can send mails; without, an administrator hands links over. */
  can_mail: z.boolean(),
  /** Tiles that are drawn under ways, and who made them; null: none are. */
  map: z.object({ tiles_url: z.string(), attribution: z.string() }).nullable(),
});
export type BackendInfo = z.infer<typeof BackendInfo>;
