import { parseChrono, type Selection } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChrono } from '../../ui/chrono.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './selection-bounds.module.css';
import { boundProblems } from './selection-dialog.tsx';

/** Bounds that changed elsewhere, by a handle or a key, are shown anew. */
export const boundsKey = ({ id, t0, t1 }: Selection): string => `${id} ${t0} ${t1}`;

/** Where a selection begins and ends: typed, and kept when the field is left or by Enter; Escape takes back what was typed. */
export function SelectionBounds(props: { selection: Selection }): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections } = useOpenRecord();
  const { selection } = props;
  const now = { t0: formatChrono(selection.t0), t1: formatChrono(selection.t1) };
  const [typed, setTyped] = useState(now);
  const extent = view.x.timeExtent;
  const problems = boundProblems(typed.t0, typed.t1, extent);
  const problem = problems.t0 ?? problems.t1;

  /** A bound that nobody typed keeps the decimals that are not shown. */
  function keep(): void {
    const isChanged = typed.t0 !== now.t0 || typed.t1 !== now.t1;
    if (!isChanged || problem !== undefined) return;
    const bound = (name: 't0' | 't1') => (typed[name] === now[name] ? selection[name] : parseChrono(typed[name]));
    const [t0, t1] = [bound('t0'), bound('t1')];
    if (t0 !== undefined && t1 !== undefined) selections.save(selection, { t0, t1: Math.min(t1, extent.to) });
  }

  const field = (name: 't0' | 't1') => (
    <label className={styles.field} data-wrong={problems[name] !== undefined}>
      {t(`selection.${name}`)}
      <input
        value={typed[name]}
        size={now[name].length}
        inputMode="decimal"
        readOnly={!selections.mayEdit}
        aria-invalid={problems[name] !== undefined}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
          if (event.key === 'Escape') setTyped(now);
        }}
      />
    </label>
  );
  return (
    <div className={styles.bounds}>
      {field('t0')}
      {field('t1')}
      <b className={styles.length}>{formatChrono(selection.t1 - selection.t0)}</b>
      {problem !== undefined && (
        <span role="alert" className={styles.problem}>
          {t(`selection.problem.${problem}`)}
        </span>
      )}
    </div>
  );
}
