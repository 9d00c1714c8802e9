import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { type RightAxes, sideWidth } from '../../charts/chart-options.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import { BoundHandle } from './bound-handle.tsx';
import styles from './crop.module.css';
import { useOpenRecord } from './open-record.ts';

/** What a crop would cut off, shaded, with a handle at each edge of what it keeps; over a box that shows `window` of the axis. */
export function CropEdges(props: { window: TimeWindow; flags?: boolean }): ReactNode {
  const { t } = useTranslation('record');
  const { crop, view } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const box = useRef<HTMLDivElement>(null);
  const { window } = props;
  const { x, extent } = view;
  if (crop.window === undefined) return null;
  const kept = crop.window;
  const shareOf = (seconds: number) => (x.ofTime(seconds) - window.from) / spanOf(window);
  const [from, to] = [shareOf(kept.from), shareOf(kept.to)];
  const inside = (share: number) => Math.min(1, Math.max(0, share));
  const perPixel = () => spanOf(window) / Math.max(1, box.current?.clientWidth ?? 1);
  const edge = (name: 'from' | 'to', share: number) =>
    share >= -0.001 &&
    share <= 1.001 && (
      <div className={styles.edge} style={{ left: `${share * 100}%` }}>
        <BoundHandle
          className={styles.handle}
          edge={name === 'from' ? 't0' : 't1'}
          name={t(`crop.${name}`)}
          at={x.ofTime(kept[name])}
          text={x.format(x.ofTime(kept[name]), language)}
          extent={extent}
          perPixel={perPixel}
          onMove={(at) => crop.set({ ...kept, [name]: x.toTime(at) })}
          onKeep={() => {}}
        >
          <span className={styles.grip} />
        </BoundHandle>
        {props.flags && <span className={styles.flag}>{x.format(x.ofTime(kept[name]), language)}</span>}
      </div>
    );
  return (
    <div className={styles.edges} ref={box}>
      <span className={styles.cut} style={{ left: 0, width: `${inside(from) * 100}%` }} />
      <span className={styles.cut} style={{ right: 0, width: `${(1 - inside(to)) * 100}%` }} />
      {edge('from', from)}
      {edge('to', to)}
    </div>
  );
}

/** The same over the graphs, with the times of the edges on their axis. */
export function CropOverGraphs(props: { rightAxes: RightAxes }): ReactNode {
  const { view } = useOpenRecord();
  const side = sideWidth(useScreenSize() === 'phone');
  return (
    <div className={styles.over} style={{ left: side, right: side * props.rightAxes }}>
      <CropEdges window={view.window} flags />
    </div>
  );
}
