import type { ScenarioDrawing } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { sayDuration } from '../../../ui/say-duration.ts';
import { box, layoutGraph, type PlacedArrow, type PlacedFrame, yOf } from './layout-graph.ts';
import { stateOfLine } from './read-states.ts';
import styles from './source-editor.module.css';

interface Props {
  readonly drawing: ScenarioDrawing;
  readonly source: string;
  /** Where a try stood at the cursor. */
  readonly stoodLine: number | undefined;
  readonly onLine: (line: number) => void;
}

/** The states of a program and the ways between them; a click goes to the line. */
export function StateGraph({ drawing, source, stoodLine, onLine }: Props): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const { states, arrows, frames, width, height, leftOut } = layoutGraph(drawing);
  const lines = source.split('\n');
  const stood = stoodLine === undefined ? undefined : stateOfLine(drawing.states, stoodLine);
  const wordOf = ({ from, isElse }: PlacedArrow): string | undefined => {
    const kind = states[from]?.state.kind;
    if (kind === 'branch') return t(isElse ? 'compiledScenarios.ways.no' : 'compiledScenarios.ways.yes');
    if (kind === 'repeat') return t(isElse ? 'compiledScenarios.ways.over' : 'compiledScenarios.ways.turn');
    return undefined;
  };
  return (
    <section className={styles.graph} aria-label={t('compiledScenarios.graph')}>
      <header>
        <h3>{t('compiledScenarios.graph')}</h3>
        <span>{t('compiledScenarios.states', { count: drawing.states.length })}</span>
        <span className={styles.ends}>
          {t('compiledScenarios.ends', { duration: sayDuration(drawing.limit_seconds, language) })}
        </span>
      </header>
      <div className={styles.drawn}>
        <svg width={width} height={height} aria-hidden="true">
          <defs>
            <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0 8 4 0 8z" fill="var(--ink-3)" />
            </marker>
          </defs>
          {frames.map((frame) => (
            <rect key={`${frame.from} ${frame.to}`} {...frameOf(frame)} rx="8" className={styles.frame} />
          ))}
          {arrows.map((arrow) => (
            <g key={`${arrow.from} ${arrow.to} ${arrow.isElse}`}>
              <path d={pathOf(arrow)} className={arrow.isElse ? styles.else : styles.way} markerEnd="url(#tip)" />
              <text {...placeOfWord(arrow)}>{wordOf(arrow)}</text>
            </g>
          ))}
        </svg>
        {states.map(({ state, y }) => (
          <button
            key={state.id}
            type="button"
            className={styles.state}
            data-kind={state.kind}
            aria-current={state.id === stood?.id ? 'step' : undefined}
            style={{ top: y, left: box.left, width: box.width, height: box.height }}
            onClick={() => onLine(state.line)}
          >
            <strong>{state.title ? inPageLanguage(state.title) : (lines[state.line - 1] ?? '').trim()}</strong>
            <span>
              {t(`compiledScenarios.kinds.${state.kind}`)} · {t('compiledScenarios.line', { line: state.line })}
            </span>
          </button>
        ))}
      </div>
      {leftOut > 0 && <p>{t('compiledScenarios.leftOut', { count: leftOut })}</p>}
    </section>
  );
}

function frameOf({ from, to, around }: PlacedFrame) {
  return {
    ...{ x: box.left - around, y: yOf(from) - around, width: box.width + 2 * around },
    height: yOf(to) - yOf(from) + box.height + 2 * around,
  };
}

/** Where an arrow begins. */
function placeOfWord({ from, x }: PlacedArrow): { readonly x: number; readonly y: number } {
  if (x === null) return { x: box.left + box.width / 2 + 6, y: yOf(from) + box.height + box.gap / 2 + 4 };
  return { x: box.left + box.width + 3, y: yOf(from) + (box.height * 2) / 3 - 4 };
}

function pathOf({ from, to, x }: PlacedArrow): string {
  const middle = box.left + box.width / 2;
  if (x === null) return `M${middle} ${yOf(from) + box.height}V${yOf(to) - 1}`;
  const right = box.left + box.width;
  return `M${right} ${yOf(from) + (box.height * 2) / 3}H${x}V${yOf(to) + box.height / 3}H${right + 1}`;
}
