import { findTrackVariables } from '@sillage/domain';
import { useMemo, useState } from 'react';
import type { CurveTile } from '../../charts/time-window.ts';
import { type Track, trackOf, valueBetween } from '../../charts/track.ts';
import { useCurves } from './fetch-curves.ts';
import { placedNames } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';

/** Points of each curve at least; a picture 300 px wide shows no more. */
const mostPoints = 3000;
export interface ShownTrack {
  readonly track: Track;
  /** Of each point of the way. */
  readonly values: Float64Array | undefined;
}

/** Where the record went, and what its colours say: the speed first, and whatever is drawn. */
export function useTrack() {
  const { record, view } = useOpenRecord();
  const [chosen, choose] = useState<string>();
  const found = useMemo(() => findTrackVariables(record.available_data), [record]);
  const telling = [found.speed, found.altitude, found.heartRate, found.cadence, found.power].flatMap(
    (one) => one?.variable ?? [],
  );
  const names = [...new Set([...telling, ...placedNames(view.layout)])].filter((name) => name in record.available_data);
  const coloured = chosen !== undefined && names.includes(chosen) ? chosen : names[0];
  const [latitude, longitude] = [found.latitude?.variable, found.longitude?.variable];
  const has = latitude !== undefined && longitude !== undefined;
  const wanted = has ? [latitude, longitude, ...(coloured === undefined ? [] : [coloured])] : [];
  const tile: CurveTile = { ...view.x.timeExtent, maxData: mostPoints };
  const { data } = useCurves(record, wanted, tile, 'time', has);
  const shown = useMemo((): ShownTrack | undefined => {
    const [north, east] = [data?.curves.get(latitude ?? ''), data?.curves.get(longitude ?? '')];
    const track = north && east && trackOf(north, east);
    const curve = data?.curves.get(coloured ?? '');
    return track && { track, values: curve && track.timesSeconds.map((time) => valueBetween(curve, time)) };
  }, [data, latitude, longitude, coloured]);
  return { has, isFetched: data !== undefined, shown, names, coloured, choose };
}
