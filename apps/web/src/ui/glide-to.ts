import { useAppearance } from '../base/appearance.ts';

/** ms */
const scrollMilliseconds = 300;

/** Scrolls an element into view in 300 ms; at once for who wants no motion, and when somebody scrolls meanwhile. */
export function glideTo(element: Element | null | undefined, options: ScrollIntoViewOptions): void {
  if (element == null) return;
  const before = scrolledAround(element);
  element.scrollIntoView({ ...options, behavior: 'instant' });
  const moved = before.flatMap(({ box, top, left }) =>
    box.scrollTop === top && box.scrollLeft === left
      ? []
      : [{ box, top, left, down: box.scrollTop - top, right: box.scrollLeft - left }],
  );
  if (moved.length === 0 || !wantsMotion()) return;
  const stop = new AbortController();
  for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
    addEventListener(kind, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  const beganMs = performance.now();
  const step = (nowMs: number) => {
    if (stop.signal.aborted) return;
    const done = Math.min(1, Math.max(0, (nowMs - beganMs) / scrollMilliseconds));
    for (const { box, top, left, down, right } of moved) {
      box.scrollTo({ top: top + down * ease(done), left: left + right * ease(done), behavior: 'instant' });
    }
    if (done < 1) requestAnimationFrame(step);
    else stop.abort();
  };
  step(beganMs);
}

/** Everything around an element that can be scrolled, as it is now. */
function scrolledAround(element: Element) {
  const boxes: { box: Element; top: number; left: number }[] = [];
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    boxes.push({ box, top: box.scrollTop, left: box.scrollLeft });
  }
  return boxes;
}

function wantsMotion(): boolean {
  return !useAppearance.getState().reducedMotion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Slow at both ends. */
function ease(part: number): number {
  return part * part * (3 - 2 * part);
}
