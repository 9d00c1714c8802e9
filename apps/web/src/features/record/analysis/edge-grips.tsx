import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { spanOf } from '../../../charts/time-window.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { BoundHandle } from '../bound-handle.tsx';
import { useOpenRecord } from '../open-record.ts';
import type { PhaseEdge } from './analysis-edges.ts';
import styles from './edge-grips.module.css';

/** Grips of the edges that can be moved: dragged, or by the arrow keys a sample at a time; R is the rule. */
export function EdgeGrips(): ReactNode {
  const { analysis, view } = useOpenRecord();
  const room = useRef<HTMLDivElement>(null);
  const { window, x } = view;
  const span = spanOf(window);
  // On the distance axis a second is no fixed way.
  if (x.kind !== 'time' || analysis.edges.length === 0) return null;
  const placeOf = (seconds: number) => (100 * (seconds - window.from)) / span;
  const perPixel = () => span / Math.max(1, room.current?.clientWidth ?? 1);
  return (
    <div ref={room} className={styles.room}>
      {analysis.edges.map((edge, i, all) => (
        <Grip
          key={edge.parameter}
          edge={edge}
          place={placeOf(edge.at)}
          rule={edge.rule === undefined ? undefined : placeOf(edge.rule)}
          perPixel={perPixel}
          before={placeOf(edge.at) - placeOf(all[i - 1]?.at ?? Number.NEGATIVE_INFINITY)}
          after={placeOf(all[i + 1]?.at ?? Number.POSITIVE_INFINITY) - placeOf(edge.at)}
        />
      ))}
    </div>
  );
}

interface GripProps {
  readonly edge: PhaseEdge;
  /** % of the room. */
  readonly place: number;
  readonly rule: number | undefined;
  perPixel(): number;
  /** % of the room to the grips beside it: what is touched of one is not of the other. */
  readonly before: number;
  readonly after: number;
}

function Grip({ edge, place, rule, perPixel, before, after }: GripProps): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, view } = useOpenRecord();
  const name = inPageLanguage(edge.label);
  function onOtherKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key.toLowerCase() === 'r' && !ctrlKey && !metaKey) analysis.moveEdge(edge.parameter, undefined);
    else if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) analysis.undoEdge();
    else return false;
    return true;
  }
  const isSeen = (at: number) => at >= 0 && at <= 100;
  return (
    <>
      {edge.isMoved && rule !== undefined && isSeen(rule) && (
        <span className={styles.rule} style={{ left: `${rule}%` }} title={t('analysis.edge.rule')} />
      )}
      {isSeen(place) && (
        <span className={styles.at} style={placed(place, before, after)}>
          <BoundHandle
            className={edge.isMoved ? styles.moved : styles.grip}
            edge={edge.event}
            name={t('analysis.edge.name', { name })}
            at={edge.at}
            text={`${formatChrono(edge.at)}${edge.isMoved ? `, ${t('analysis.edge.byHand')}` : ''}`}
            extent={view.extent}
            perPixel={perPixel}
            step={analysis.step}
            onOtherKey={onOtherKey}
            onMove={(seconds) => analysis.moveEdge(edge.parameter, seconds)}
            onKeep={() => undefined}
          />
        </span>
      )}
    </>
  );
}

const placed = (
  place: number,
  before: number,
  after: number,
): CSSProperties & { readonly [name: `--${string}`]: number } => ({
  left: `${place}%`,
  ...{ '--before': halfOf(before), '--after': halfOf(after) },
});
/** % of the room; 100 where there is none beside it. */
const halfOf = (percent: number) => Math.min(100, percent / 2);
