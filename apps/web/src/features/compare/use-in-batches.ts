import { useEffect, useEffectEvent, useState } from 'react';

/** ms between two pictures of answers that still come in. */
const pictureMilliseconds = 200;

/** What came in so far: at once when it is whole, else a few times a second, since twenty answers are not twenty pictures. */
export function useInBatches<T extends object>(value: T, isWhole: boolean): T {
  const [shown, setShown] = useState(value);
  const show = useEffectEvent(() => setShown(value));
  useEffect(() => {
    if (isWhole) setShown(value);
  }, [isWhole, value]);
  useEffect(() => {
    if (isWhole) return;
    const timer = setInterval(show, pictureMilliseconds);
    return () => clearInterval(timer);
  }, [isWhole]);
  return isWhole ? value : shown;
}
