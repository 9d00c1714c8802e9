import type { StoredRecord } from '@sillage/device-protocol';

/** What a device said of a record in its memory. */
export interface Told {
  readonly stored: StoredRecord;
  /** The connection of the device in which it was asked, as its session counts them. */
  readonly connection: number;
}

/** µs; a start further away means that the device used the number for another record. */
const sameStartUs = 1_000_000;

/** Whether a record of this number is the same, and not one of a device that counts anew. */
export function isSameStart(one: { readonly startUs: number }, other: { readonly startUs: number }): boolean {
  return Math.abs(one.startUs - other.startUs) <= sameStartUs;
}

/** What the device said of a record since it connected last: before, it may have been of another memory. */
export function toldNow(
  session: { readonly connected: boolean; readonly connection: number },
  { told }: { readonly told: Told | undefined },
): StoredRecord | undefined {
  return session.connected && told?.connection === session.connection ? told.stored : undefined;
}
