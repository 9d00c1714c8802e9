import { type ReactNode, useEffect, useRef } from 'react';
import { useAppearance } from '../../base/appearance.ts';
import { type RightAxes, sideWidth } from '../../charts/chart-options.ts';
import { spanOf } from '../../charts/time-window.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import styles from './graphs.module.css';
import { useOpenRecord } from './open-record.ts';
import { useViewSettings } from './view-settings.ts';

/** px that two flags beside each other take, and with a third between them. */
const twoFlags = 104;
const threeFlags = 200;

/** On the time axis: the cursor's time, and while a gap is measured where from (A) and how long (Δ). */
export function CursorFlags(props: { rightAxes: RightAxes }): ReactNode {
  const lane = useRef<HTMLDivElement>(null);
  const { x, cursor, window, mark } = useOpenRecord().view;
  const language = useAppearance((appearance) => appearance.language);
  const isCompact = useScreenSize() === 'phone';
  const shown = useViewSettings((settings) => settings.cursor);
  useEffect(() => {
    const place = () => {
      const [a, gap, b] = [...(lane.current?.children ?? [])];
      if (!(a instanceof HTMLElement) || !(gap instanceof HTMLElement) || !(b instanceof HTMLElement)) return;
      const shareOf = (time: number | undefined) =>
        time === undefined ? Number.NaN : (time - window.from) / spanOf(window);
      const [from, to] = [shareOf(mark), shareOf(cursor.time)];
      const between = mark === undefined || cursor.time === undefined ? undefined : Math.abs(cursor.time - mark);
      // Without a mark nothing is measured: it would lay out the page at each move of the pointer.
      const pixels = between === undefined ? Number.NaN : Math.abs(to - from) * (lane.current?.clientWidth ?? 0);
      const length = between === undefined ? '' : `Δ ${x.format(between, language)}`;
      const isInside = (share: number) => share >= 0 && share <= 1;
      const isNear = isInside(from) && pixels < threeFlags;
      put(a, from, shown && isInside(from) && !(pixels < twoFlags), `A ${x.formatPlace(mark ?? 0, language)}`);
      put(gap, (from + to) / 2, shown && isInside(from) && isInside(to) && !isNear, length);
      const here = x.formatPlace(cursor.time ?? 0, language);
      put(b, to, shown && isInside(to), mark === undefined ? here : `B ${here}${isNear ? ` ${length}` : ''}`);
    };
    place();
    return cursor.subscribe(place);
  }, [x, cursor, window, mark, shown, language]);
  return (
    <div
      className={styles.flagLane}
      style={{ marginLeft: sideWidth(isCompact), marginRight: sideWidth(isCompact) * props.rightAxes }}
      ref={lane}
    >
      <span className={styles.flag} data-kind="mark" />
      <span className={styles.flag} data-kind="gap" />
      <span className={styles.flag} />
    </div>
  );
}

function put(flag: HTMLElement, share: number, isShown: boolean, text: string): void {
  flag.style.display = isShown ? 'block' : 'none';
  flag.style.left = `${share * 100}%`;
  flag.textContent = text;
}

/** ms of rest after which the cursor's time is spoken. */
const restMilliseconds = 700;

const loudChildren = (one: Element) => [...one.children].filter((child) => !child.hasAttribute('data-quiet'));

/** Name, value and difference, each a word of its own. */
function spokenOf(item: Element): string {
  return loudChildren(item)
    .map((part) => part.textContent?.trim() ?? '')
    .filter((words) => words !== '')
    .join(' ');
}

/** What the cursor reads, for who cannot see it. */
export function SpokenCursor(): ReactNode {
  const ref = useRef<HTMLSpanElement>(null);
  const { x, cursor } = useOpenRecord().view;
  const language = useAppearance((appearance) => appearance.language);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = cursor.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const figures = [...(ref.current?.closest('section')?.querySelectorAll('figcaption') ?? [])];
        // What stands there whatever the cursor reads is said with the graph, not at each rest.
        const readouts = figures.flatMap((one) => loudChildren(one).map(spokenOf)).join(', ');
        if (ref.current) ref.current.textContent = `${x.formatPlace(cursor.time ?? 0, language)} ${readouts}`;
      }, restMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [x, cursor, language]);
  return <span className="visually-hidden" aria-live="polite" ref={ref} />;
}
