import { type AlignmentProposal, api, type Record, type VideosOfRecord } from '@sillage/contract';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { recordKeys } from '../../../records/record-queries.ts';
import type { Motion } from './measure-motion.ts';

const filmKeys = {
  ofRecord: (recordId: number) => [...recordKeys.record(recordId), 'videos'] as const,
  places: (videoId: number) => [...recordKeys.record(videoId), 'places'] as const,
};

/** Films beside a record, and those that were made about then. */
export function useVideosOf(recordId: number, enabled = true): UseQueryResult<VideosOfRecord> {
  const server = useServer();
  return useQuery({
    queryKey: filmKeys.ofRecord(recordId),
    queryFn: ({ signal }) => server.call(api.findVideosOfRecord, { params: { id: recordId }, signal }),
    enabled,
    meta: { quiet: true },
  });
}

/** Where a film was put, the last place first. */
export function usePlacesOf(videoId: number) {
  const server = useServer();
  return useQuery({
    queryKey: filmKeys.places(videoId),
    queryFn: ({ signal }) => server.call(api.readVideoAlignments, { params: { id: videoId }, signal }),
    meta: { quiet: true },
  });
}

/** Beside which record a film lies, and s after its start; null: beside none. */
export interface FilmPlace {
  readonly recordId: number | null;
  readonly offset: number | null;
  /** `signals_version` of the record whose times `offset` is read from. */
  readonly signalsVersion?: number | undefined;
}

export function placeOf(record: Pick<Record, 'id' | 'signals_version'>, offset: number): FilmPlace {
  return { recordId: record.id, offset, signalsVersion: record.signals_version };
}

/** Puts a film somewhere; what was there before is offered back. */
export function usePlaceFilm(videoId: number, before: FilmPlace) {
  const { t } = useTranslation('record');
  const server = useServer();
  const queryClient = useQueryClient();
  const put = ({ recordId, offset, signalsVersion }: FilmPlace) =>
    server.call(api.alignVideo, {
      params: { id: videoId },
      body: { of_record_id: recordId, offset_seconds: offset, signals_version: signalsVersion },
    });
  const freshen = async (place: FilmPlace) => {
    const ids = [videoId, before.recordId, place.recordId].filter((id) => id !== null);
    await Promise.all([
      ...ids.map((id) => queryClient.invalidateQueries({ queryKey: recordKeys.record(id) })),
      queryClient.invalidateQueries({ queryKey: recordKeys.lists }),
    ]);
  };
  const back = useMutation({ mutationFn: () => put(before), onSettled: (_, __, ___) => freshen(before) });
  return useMutation({
    mutationFn: put,
    onSuccess: (film: Record) =>
      notify({
        kind: 'success',
        text: t(film.video?.of_record_id == null ? 'film.takenAway' : 'film.placed'),
        action: { label: t('film.undo'), run: () => back.mutate() },
      }),
    onSettled: (_, __, place) => freshen(place),
  });
}

/** Where the motion of a film fits what its record measured. */
export function useFilmProposal(
  record: Record,
  videoId: number,
  motion: Motion | undefined,
): UseQueryResult<AlignmentProposal> {
  const server = useServer();
  return useQuery({
    queryKey: recordKeys.curves(record, { film: videoId, of: motion && [motion.times[0], motion.times.length] }),
    queryFn: ({ signal }) => {
      const body = { video_id: videoId, times: [...(motion?.times ?? [])], values: [...(motion?.values ?? [])] };
      return server.call(api.proposeAlignment, { params: { id: record.id }, body, signal });
    },
    enabled: motion !== undefined && motion.times.length >= leastFrames,
    meta: { quiet: true },
  });
}

/** Frames of less motion tell nothing. */
const leastFrames = 30;
