import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { editableFigure, parseFigure } from '../../../charts/format-figure.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import styles from './targets.module.css';
import { setTargets, type Target, useTargets } from './targets.ts';
import type { SaidIndicator } from './use-said-indicators.ts';

interface Draft {
  readonly from: string;
  readonly to: string;
}

/** The lowest and the highest figure that an indicator should have; two empty fields are no target. */
export function TargetDialog(props: { indicators: readonly SaidIndicator[]; onClose(): void }): ReactNode {
  const { t } = useTranslation(['realtime', 'app']);
  const language = useAppearance((appearance) => appearance.language);
  const targets = useTargets();
  const { indicators } = props;
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(
    () =>
      new Map(
        indicators.map((one) => {
          const target = targets[one.key];
          const edit = (value: number) => editableFigure(value, one.decimals, language, one.isPace);
          return [one.key, target === undefined ? empty : { from: edit(target.from), to: edit(target.to) }] as const;
        }),
      ),
  );
  const read = indicators.map((one) => [one.key, readDraft(drafts.get(one.key) ?? empty, one.isPace)] as const);
  const wrong = new Set(read.flatMap(([key, target]) => (target === 'wrong' ? [key] : [])));
  const save = () => {
    setTargets(new Map(read.flatMap(([key, target]) => (target === 'wrong' ? [] : [[key, target] as const]))));
    props.onClose();
  };
  const type = (key: string, part: Partial<Draft>) =>
    setDrafts((before) => new Map([...before, [key, { ...(before.get(key) ?? empty), ...part }]]));
  return (
    <FormDialog
      title={t('targets.dialog')}
      className={styles.fields}
      cancel={t('app:cancel')}
      save={t('targets.save')}
      ready={wrong.size === 0 && indicators.length > 0}
      saving={false}
      onSave={save}
      onClose={props.onClose}
    >
      <p className={styles.how}>{t(indicators.length === 0 ? 'targets.noIndicators' : 'targets.how')}</p>
      {indicators.map(({ key, title, unit }) => (
        <fieldset key={key} className={styles.one} aria-label={title}>
          <span>{title}</span>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              size="small"
              label={t(`targets.${end}`)}
              value={drafts.get(key)?.[end] ?? ''}
              error={wrong.has(key)}
              onChange={(event) => type(key, { [end]: event.target.value })}
              slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12, autoComplete: 'off' } }}
            />
          ))}
          <span className={styles.how}>{unit}</span>
        </fieldset>
      ))}
      {wrong.size > 0 && (
        <p role="alert" className={styles.wrong}>
          {t('targets.wrong')}
        </p>
      )}
    </FormDialog>
  );
}

const empty: Draft = { from: '', to: '' };

/** undefined: no target. */
function readDraft({ from, to }: Draft, isPace: boolean): Target | undefined | 'wrong' {
  if (from.trim() === '' && to.trim() === '') return undefined;
  const [least, greatest] = [parseFigure(from, isPace), parseFigure(to, isPace)];
  return least === undefined || greatest === undefined || least > greatest ? 'wrong' : { from: least, to: greatest };
}
