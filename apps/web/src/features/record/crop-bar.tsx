import { mdiCheck, mdiCrop } from '@mdi/js';
import Button from '@mui/material/Button';
import { parseChrono, type Selection } from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import styles from './crop.module.css';
import { useOpenRecord } from './open-record.ts';
import { type BoundProblem, boundProblems } from './selection-dialog.tsx';

/** In place of the tools while a record is cropped: the bounds as numbers, and what would be left. */
export function CropBar(): ReactNode {
  const { t } = useTranslation('record');
  const { crop, view, selections } = useOpenRecord();
  const { window } = crop;
  if (window === undefined) return null;
  const whole = spanOf(view.x.timeExtent);
  const said = sayFates(selections.selections, window);
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('crop.title')}>
      <span className={styles.title}>
        <Icon path={mdiCrop} size={18} />
        {t('crop.title')}
      </span>
      <Bound name="from" window={window} />
      <Bound name="to" window={window} />
      <span className={styles.result} aria-live="polite">
        {t('crop.keeps')} <b>{formatChrono(spanOf(window))}</b> {t('crop.of', { whole: formatChrono(whole) })}{' '}
        <span className={styles.quiet}>
          {said.kept > 0 && t('crop.selectionsKept', { count: said.kept })}
          {said.cut.length > 0 &&
            `, ${t('crop.selectionsCut', { count: said.cut.length, names: said.cut.join(', ') })}`}
          {said.hidden > 0 && `, ${t('crop.selectionsHidden', { count: said.hidden })}`}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button onClick={crop.cancel}>{t('cancel')}</Button>
        <Button
          variant="contained"
          onClick={crop.apply}
          disabled={crop.keepsAll}
          loading={crop.pending}
          startIcon={<Icon path={mdiCheck} size={18} />}
        >
          {t(crop.keepsAll ? 'crop.keepsAll' : 'crop.apply')}
          {!crop.keepsAll && <KeyHint>{t('crop.enter')}</KeyHint>}
        </Button>
      </span>
    </div>
  );
}

/** What becomes of selections: kept whole, cut off at an edge, or hidden for as long as the crop is on. */
export function sayFates(selections: readonly Pick<Selection, 'num' | 't0' | 't1'>[], { from, to }: TimeWindow) {
  const seen = selections.filter(({ t0, t1 }) => t1 > from && t0 < to);
  const cut = seen.filter(({ t0, t1 }) => t0 < from || t1 > to);
  return {
    kept: seen.length - cut.length,
    cut: cut.map(({ num }) => `S${num}`),
    hidden: selections.length - seen.length,
  };
}

/** A bound as people type it; taken when the field is left or Enter is pressed. */
function Bound(props: { name: 'from' | 'to'; window: TimeWindow }): ReactNode {
  const { t } = useTranslation('record');
  const { crop, view } = useOpenRecord();
  const { name, window } = props;
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<BoundProblem>();
  const help = useId();
  const take = () => {
    if (typed === undefined) return;
    const texts = { from: formatChrono(window.from), to: formatChrono(window.to), [name]: typed };
    const found = boundProblems(texts.from, texts.to, view.x.timeExtent);
    const wrong = found.t0 ?? found.t1;
    setProblem(wrong);
    const seconds = parseChrono(typed);
    if (wrong !== undefined || seconds === undefined) return;
    crop.set({ ...window, [name]: seconds });
    setTyped(undefined);
  };
  return (
    <label className={styles.bound}>
      {t(name === 'from' ? 'selection.t0' : 'selection.t1')}
      <input
        value={typed ?? formatChrono(window[name])}
        inputMode="text"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : help}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      {problem !== undefined && (
        <span className={styles.problem} id={help} role="alert">
          {t(`selection.problem.${problem}`)}
        </span>
      )}
    </label>
  );
}
