import { useEffect, useState } from 'react';
import type { PhoneClock } from './device/phone-clock.ts';

/** ms between two looks at what the sensors bring. */
const everyMs = 250;

/** µs by the phone's clock, anew four times a second while the page is seen. */
export function useTick(clock: PhoneClock): number {
  const [nowUs, setNowUs] = useState(() => clock.nowUs());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNowUs(clock.nowUs());
    }, everyMs);
    return () => clearInterval(timer);
  }, [clock]);
  return nowUs;
}
