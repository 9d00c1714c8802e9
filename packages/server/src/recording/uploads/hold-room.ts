import { isRefusal, type Refusal } from '@sillage/contract';
import type { DiskLedger, Reservation } from '../../platform/disk/index.ts';

/** ms; an upload that rests so long gives its room to others, and asks again when it goes on. */
const restMs = 10 * 60_000;

/** Room on the disk for what is still to come of uploads that are under way. */
export interface RoomOfUploads {
  /** Room for so many bytes more of this upload. */
  hold(uid: string, restBytes: number): Promise<Reservation | Refusal>;
  release(uid: string): void;
  close(): void;
}

export function holdRoom(disk: Pick<DiskLedger, 'reserve'>): RoomOfUploads {
  const held = new Map<string, { readonly room: Reservation; readonly rest: NodeJS.Timeout }>();

  function release(uid: string): void {
    const one = held.get(uid);
    if (one === undefined) return;
    clearTimeout(one.rest);
    one.room.release();
    held.delete(uid);
  }

  return {
    async hold(uid, restBytes) {
      const before = held.get(uid);
      if (before !== undefined && before.room.leftBytes >= restBytes) {
        before.rest.refresh();
        return before.room;
      }
      release(uid);
      const room = await disk.reserve('upload', restBytes);
      if (isRefusal(room)) return room;
      // Who asked at the same moment has it already.
      release(uid);
      held.set(uid, { room, rest: setTimeout(() => release(uid), restMs).unref() });
      return room;
    },
    release,
    close: () => [...held.keys()].forEach(release),
  };
}
