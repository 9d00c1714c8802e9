import type { ReactNode } from 'react';
import { inPageLanguage } from '../../../base/notify.ts';
import { spanOf } from '../../../charts/time-window.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './analysis.module.css';
import { EdgeGrips } from './edge-grips.tsx';

/** What the phases of an analysis are called, above them, and the grips of their edges. */
export function PhasesLane(): ReactNode {
  const { analysis, view } = useOpenRecord();
  const { window, x } = view;
  if (analysis.phases.length === 0) return null;
  const span = spanOf(window);
  return (
    <div className={styles.lane} data-grips={analysis.edges.length > 0}>
      <div className={styles.inside} aria-hidden="true">
        {analysis.phases.map(({ name, label, t0, t1 }, i) => {
          const { from, to } = x.ofTimes({ from: t0, to: t1 });
          const left = Math.max(0, (from - window.from) / span);
          const right = Math.min(1, (to - window.from) / span);
          if (right <= left) return null;
          const style = { left: `${left * 100}%`, width: `${(right - left) * 100}%` };
          const word = inPageLanguage(label);
          return (
            <span
              key={`${name}${t0}`}
              className={styles.word}
              data-active={i === analysis.activePhase}
              style={style}
              title={word}
            >
              <span>{word}</span>
            </span>
          );
        })}
      </div>
      <EdgeGrips />
    </div>
  );
}
