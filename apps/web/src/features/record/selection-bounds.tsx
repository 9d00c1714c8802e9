import { parseChrono, type Selection } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChrono } from '../../ui/chrono.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './selection-bounds.module.css';
import { boundProblems } from './selection-dialog.tsx';

type Bound = 't0' | 't1';

/** What was typed, shown as long as the selection has the bound that it was typed over. */
interface Typed {
  readonly text: string;
  /** s */
  readonly over: number;
}

/** Where a selection begins and ends: typed, and kept when the field is left or by Enter; Escape takes back what was typed. */
export function SelectionBounds(props: { selection: Selection }): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections } = useOpenRecord();
  const { selection } = props;
  const [typed, setTyped] = useState<{ readonly [B in Bound]?: Typed }>({});
  const typedNow = (name: Bound) => (typed[name]?.over === selection[name] ? typed[name].text : undefined);
  const textOf = (name: Bound) => typedNow(name) ?? formatChrono(selection[name]);
  const extent = view.x.timeExtent;
  const problems = boundProblems(textOf('t0'), textOf('t1'), extent);
  const problem = problems.t0 ?? problems.t1;

  /** A bound that nobody typed keeps the decimals that are not shown. */
  const secondsOf = (name: Bound) => {
    const text = typedNow(name);
    return text === undefined ? selection[name] : parseChrono(text);
  };
  function keep(left: Bound): void {
    const isTyped = textOf(left) !== formatChrono(selection[left]);
    const [t0, t1] = [secondsOf('t0'), secondsOf('t1')];
    if (!isTyped || problem !== undefined || t0 === undefined || t1 === undefined) return;
    // What was not kept is not shown as if it were.
    const onError = () => setTyped(({ [left]: _, ...others }) => others);
    selections.save(selection, { t0, t1: Math.min(t1, extent.to) }, { onError });
  }

  const field = (name: Bound) => (
    <label className={styles.field} data-wrong={problems[name] !== undefined}>
      {t(`selection.${name}`)}
      <input
        value={textOf(name)}
        style={{ width: `${formatChrono(selection[name]).length + 0.5}ch` }}
        inputMode="text"
        readOnly={!selections.mayEdit}
        aria-invalid={problems[name] !== undefined}
        onChange={(event) => setTyped({ ...typed, [name]: { text: event.target.value, over: selection[name] } })}
        onBlur={() => keep(name)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setTyped({});
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
