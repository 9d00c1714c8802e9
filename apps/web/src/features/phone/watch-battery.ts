interface Battery {
  /** 0–1 */
  readonly level: number;
}

/** %, of this phone; undefined where its browser does not say (iOS). */
export function watchBattery(): () => number | undefined {
  let battery: Battery | undefined;
  const ask = 'getBattery' in navigator ? (navigator.getBattery as () => Promise<Battery>) : undefined;
  ask?.call(navigator).then(
    (found) => {
      battery = found;
    },
    // A page that may not know.
    () => undefined,
  );
  return () => (battery === undefined ? undefined : Math.round(battery.level * 100));
}
