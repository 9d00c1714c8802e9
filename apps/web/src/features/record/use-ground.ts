import { useEffect, useMemo, useState } from 'react';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { type MapView, mapOfPlace, placeOnMap, type Track, type TrackPlace } from '../../charts/track.ts';

type Tiles = 'awaited' | 'there' | 'away';

/** The tiles under a way where this server names some and they answer, and where the way lies then. */
export function useGround(track: Track, plain: TrackPlace, { width, height }: { width: number; height: number }) {
  const named = useBackendInfo()?.map ?? undefined;
  const isDark = useAppearance(({ theme }) => theme === 'dark');
  const [tiles, setTiles] = useState<Tiles>('awaited');
  const aimed = useMemo(() => mapOfPlace(track, plain, { width, height }), [track, plain, width, height]);
  /** Where somebody moved it to, from what was shown then. */
  const [moved, setMoved] = useState<{ from: MapView; to: MapView }>();
  const view = moved?.from === aimed ? moved.to : aimed;
  const isThere = named !== undefined && tiles === 'there';
  const place = useMemo(
    () => (isThere ? placeOnMap(track, view, { width, height }) : plain),
    [isThere, track, view, width, height, plain],
  );
  useEffect(() => {
    const again = () => setTiles((now) => (now === 'away' ? 'awaited' : now));
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return {
    place,
    /** For the map; undefined: none is drawn. */
    map:
      named === undefined || tiles === 'away'
        ? undefined
        : {
            ...{ tilesUrl: named.tiles_url, isDark, view },
            onMoved: (to: MapView) => setMoved({ from: aimed, to }),
            onTiles: (areThere: boolean) => setTiles(areThere ? 'there' : 'away'),
          },
    /** Who made what is there. */
    credit: isThere ? named.attribution : undefined,
    isAway: named !== undefined && tiles === 'away',
  };
}
