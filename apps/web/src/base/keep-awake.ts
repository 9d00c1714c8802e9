/** Keeps the screen on, as far as the browser does: one that goes dark takes camera and sensors with it. Answers how to let it go. */
export function keepAwake(): () => void {
  let isOver = false;
  let held: WakeLockSentinel | undefined;
  const letGo = (lock: WakeLockSentinel | undefined) => void lock?.release().catch(() => undefined);
  const ask = () => {
    if (isOver || document.visibilityState !== 'visible' || held?.released === false) return;
    navigator.wakeLock?.request('screen').then(
      (lock) => {
        if (isOver || held?.released === false) letGo(lock);
        else held = lock;
      },
      // Refused, as with an empty battery: it goes dark when it would have.
      () => undefined,
    );
  };
  ask();
  // Who looks at another page loses it.
  document.addEventListener('visibilitychange', ask);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    letGo(held);
  };
}
