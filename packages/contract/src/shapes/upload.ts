import { z } from 'zod';
import { Id } from './primitives.ts';

/** SHA-256 of a file, in hexadecimal. */
export const Sha256 = z
  .string()
  .max(64, { error: 'invalidFormat' })
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, { error: 'invalidFormat' });

/** A file that is sent in pieces, which may go on after a break. */
export const Upload = z.object({
  uid: z.uuid(),
  /** The client that it was begun for. */
  client_id: Id,
  filename: z.string(),
  size: z.int(),
  /** Bytes that are safe on the server's disk. */
  offset: z.int(),
  /** As announced by its sender. */
  sha256: z.string().nullable(),
  /** s since 1970; when it is removed if nothing more of it comes. */
  expires: z.number(),
  /** The record that was made of it. */
  record_id: Id.nullable(),
});
export type Upload = z.infer<typeof Upload>;
