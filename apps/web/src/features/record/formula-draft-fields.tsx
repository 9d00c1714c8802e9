import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ComputedReach, Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './formula-dialog.module.css';
import type { Draft } from './formula-draft.ts';

const longestName = 80;
const longestUnit = 30;

/** In French, in English, or both. */
export function Names(props: { draft: Draft; onChange(some: Partial<Draft>): void }): ReactNode {
  const { t } = useTranslation('record');
  const { name } = props.draft;
  return (
    <div className={styles.row}>
      {(['fr', 'en'] as const).map((language) => (
        <TextField
          key={language}
          required={name.fr.trim() === '' && name.en.trim() === ''}
          label={t(`computed.name.${language}`)}
          value={name[language]}
          slotProps={{ htmlInput: { maxLength: longestName, lang: language } }}
          onChange={(event) => props.onChange({ name: { ...name, [language]: event.target.value } })}
        />
      ))}
    </div>
  );
}

/** @param props.carried undefined where the formula does not say its unit */
export function UnitField(props: {
  draft: Draft;
  carried: string | undefined;
  onChange(some: Partial<Draft>): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { draft, carried, onChange } = props;
  return (
    <TextField
      label={t('computed.unit')}
      value={draft.unit}
      placeholder={printedUnit(carried ?? '', language)}
      helperText={t(carried === undefined ? 'computed.unitUnknown' : 'computed.unitCarried')}
      slotProps={{ htmlInput: { maxLength: longestUnit }, inputLabel: { shrink: true } }}
      onChange={(event) => onChange({ unit: event.target.value })}
    />
  );
}

/** Where it is offered. */
export function ReachField(props: { draft: Draft; record: Record; onChange(some: Partial<Draft>): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { draft, record, onChange } = props;
  const sport = record.sport_disp_name?.[language] ?? record.sport_name ?? '';
  const reaches: readonly (readonly [ComputedReach['of'], string])[] = [
    ['everything', t('computed.reach.everything')],
    ...(record.sport_name ? ([['sport', t('computed.reach.sport', { name: sport })]] as const) : []),
    ...(record.exercise_name
      ? ([['exercise', t('computed.reach.exercise', { name: record.exercise_name })]] as const)
      : []),
    ['record', t('computed.reach.record')],
  ];
  return (
    <TextField
      select
      label={t('computed.reach.title')}
      value={reaches.some(([of]) => of === draft.reach) ? draft.reach : 'everything'}
      onChange={(event) => {
        const chosen = reaches.find(([of]) => of === event.target.value);
        if (chosen !== undefined) onChange({ reach: chosen[0] });
      }}
    >
      {reaches.map(([of, words]) => (
        <MenuItem key={of} value={of}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  );
}
