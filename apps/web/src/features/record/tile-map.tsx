import { setWorkerUrl, Map as TilesMap } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { TFunction } from 'i18next';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reportError } from '../../base/report-problems.ts';
import type { MapView } from '../../charts/track.ts';
import styles from './track-map.module.css';
import { watchTiles } from './watch-tiles.ts';

// From this server: the policy of the page allows no other, and a boathouse may have none.
setWorkerUrl(workerUrl);

/** Tiles are drawn larger than they are beyond. */
const mostTileZoom = 19;
/** px a side; what XYZ servers give. */
const tileSize = 256;

interface Props {
  readonly tilesUrl: string;
  readonly isDark: boolean;
  /** What is to be looked at; where somebody moved the map, that. */
  readonly view: MapView;
  onMoved(view: MapView): void;
  /** Whether a tile is there; `false` when none answers, or the browser cannot draw them. */
  onTiles(areThere: boolean): void;
}

/** The ground under a way, which may be moved and zoomed; north up. */
export default function TileMap({ tilesUrl, isDark, view, onMoved, onTiles }: Props): ReactNode {
  const { t } = useTranslation('record');
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<TilesMap>(null);
  const seen = useRef<MapView>(undefined);
  const moved = useEffectEvent((to: MapView) => {
    seen.current = to;
    onMoved(to);
  });
  const tell = useEffectEvent(onTiles);
  const make = useEffectEvent((container: HTMLElement) => makeMap(container, tilesUrl, isDark, view, helpOf(t)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another server or theme is another map
  useEffect(() => {
    if (box.current === null) return;
    let made: TilesMap;
    try {
      made = make(box.current);
    } catch (error) {
      // No WebGL: the way is drawn without a ground.
      reportError(error, 'map');
      tell(false);
      return;
    }
    map.current = made;
    watchTiles(made, tell);
    made.on('move', ({ originalEvent }) => {
      if (originalEvent === undefined && !made.isMoving()) return;
      const { lat, lng } = made.getCenter();
      moved({ latitude: lat, longitude: lng, zoom: made.getZoom() });
    });
    return () => {
      map.current = null;
      made.remove();
    };
  }, [tilesUrl, isDark]);
  useEffect(() => {
    // Where it was moved to by hand it is.
    if (view === seen.current) return;
    map.current?.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom });
  }, [view]);
  return <div ref={box} className={styles.ground} />;
}

/** What the map says to who hears it, and to who scrolls over it. */
function helpOf(t: TFunction<'record'>) {
  return {
    'Map.Title': t('map.title'),
    'CooperativeGesturesHandler.WindowsHelpText': t('map.zoomKey', { key: 'Ctrl' }),
    'CooperativeGesturesHandler.MacHelpText': t('map.zoomKey', { key: '⌘' }),
    'CooperativeGesturesHandler.MobileHelpText': t('map.zoomFingers'),
  };
}

function makeMap(
  container: HTMLElement,
  tilesUrl: string,
  isDark: boolean,
  view: MapView,
  locale: Record<string, string>,
): TilesMap {
  const paint = isDark ? { 'raster-brightness-max': 0.45, 'raster-saturation': -0.5 } : { 'raster-saturation': -0.35 };
  const made = new TilesMap({
    container,
    locale,
    style: {
      version: 8,
      sources: { ground: { type: 'raster', tiles: [tilesUrl], tileSize, maxzoom: mostTileZoom } },
      layers: [{ id: 'ground', type: 'raster', source: 'ground', paint }],
    },
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    keyboard: false,
    // The page is scrolled over it: zooming takes a key or two fingers.
    cooperativeGestures: true,
    fadeDuration: 0,
  });
  made.touchZoomRotate.disableRotation();
  return made;
}
