import { readFileSync } from 'node:fs';
import { api } from '@sillage/contract';
import { exportRoutes } from '../export/index.ts';
import { createFuseWorkers } from '../fuse/index.ts';
import { openTestClub } from '../records/testing.ts';
import { videoRoutes } from './index.ts';

export const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../testkit/fixtures/${path}`, import.meta.url)));
export const film = (name = 'small.mp4') => fixture(`20_films/${name}`);
/** When the films of the fixtures were made. */
export const made = Date.UTC(2026, 4, 16, 7, 12, 30);
/** One second of a sensor, 10 s long, begun 4 s before the films. */
export const rows = Array.from({ length: 101 }, (_, i) => `${i / 10},${i % 7}`).join('\n');
export const about = { date: '2026-05-16T07:12:26Z' };

/** A club with the endpoints of films and downloads. */
export async function openTestFilms() {
  const club = await openTestClub();
  const workers = createFuseWorkers();
  exportRoutes(club.room.serve, club.room.dependencies);
  videoRoutes(club.room.serve, { ...club.room.dependencies, workers });
  const ask = (endpoint: Parameters<typeof club.room.call>[0], input: object, who = club.manager) =>
    club.room.call(endpoint, who, input);
  return {
    ...{ club, ask },
    put: (id: number, of_record_id: number | null, offset_seconds: number | null, who = club.manager) =>
      ask(api.alignVideo, { params: { id }, body: { of_record_id, offset_seconds } }, who),
    async close() {
      await workers.close();
      await club.room.close();
    },
  };
}
