import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spanOf } from '../../../charts/time-window.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { useOpenRecord } from '../open-record.ts';
import laneStyles from '../selection-lane.module.css';
import styles from './propose.module.css';

/** px that can be pressed; what is narrower is only seen until somebody zooms in. */
const leastPixels = 24;

/**
 * What is proposed, on the graphs' scale; pressed it is left out, or taken again.
 * @param props.width px of the lane
 */
export function ProposedLane(props: { width: number }): ReactNode {
  const { t } = useTranslation('record');
  const { proposal, view } = useOpenRecord();
  const { window, x } = view;
  const { proposed, turn } = proposal;
  const places = useMemo(() => {
    const span = spanOf(window);
    return proposed.map((one) => {
      const { from, to } = x.ofTimes({ from: one.t0, to: one.t1 });
      return { left: (from - window.from) / span, right: (to - window.from) / span };
    });
  }, [proposed, x, window]);
  if (proposal.draft === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the blocks lie on the scale of the graphs, in no form
    <div className={laneStyles.lane} role="group" aria-label={t('propose.title')}>
      <div className={laneStyles.inside}>
        {proposed.map((one, i) => {
          const place = places[i];
          if (place === undefined || place.right <= 0 || place.left >= 1) return null;
          const [from, to] = [Math.max(0, place.left), Math.min(1, place.right)];
          const style = { left: `${from * 100}%`, width: `${(to - from) * 100}%` };
          if (props.width > 0 && (to - from) * props.width < leastPixels) {
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches are what they are by their order
            return <span key={i} className={styles.block} data-taken={one.isTaken} style={style} />;
          }
          const length = formatChrono(one.t1 - one.t0, 1);
          const name = t('propose.one', { number: i + 1, from: formatChrono(one.t0, 0), length });
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: stretches are what they are by their order
              key={i}
              type="button"
              className={styles.block}
              style={style}
              aria-pressed={one.isTaken}
              title={name}
              onClick={() => turn(i)}
            >
              <span className="visually-hidden">{name}</span>
              <span aria-hidden="true">
                <b>{i + 1}</b> <span className={styles.length}>{length}</span>
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
