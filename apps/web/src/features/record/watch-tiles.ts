/** What a map says of its tiles; `idle` once it waits for none. */
interface TileEvents {
  on(event: 'sourcedata', listener: (said: { readonly tile?: unknown }) => void): unknown;
  on(event: 'error' | 'idle', listener: () => void): unknown;
}

/** Tells once a tile is there; or, as long as none ever was, that all of those that were asked for failed. */
export function watchTiles(map: TileEvents, tell: (areThere: boolean) => void): void {
  let [hasTiles, hasFailed] = [false, false];
  map.on('sourcedata', ({ tile }) => {
    if (hasTiles || Reflect.get(Object(tile), 'state') !== 'loaded') return;
    hasTiles = true;
    tell(true);
  });
  map.on('error', () => {
    hasFailed = true;
  });
  map.on('idle', () => {
    if (hasFailed && !hasTiles) tell(false);
  });
}
