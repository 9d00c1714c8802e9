import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useScenarioChoices } from '../../records/scenario-choices.ts';

/** One that is not among those of the club any more; its class is all that is known of it. */
const gone = 'gone';

/** The scenario that a record is to be of; undefined while it stays what it is. */
export function ScenarioField(props: {
  record: Record;
  value: number | null | undefined;
  onChange(value: number | null | undefined): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const { scenario_id, scenario_classname } = props.record;
  const offered = useScenarioChoices(true, props.record.client_id);
  const choices = (offered ?? []).filter(({ value, isCalib }) => !isCalib || value === scenario_id);
  const isHere = choices.some(({ value }) => value === scenario_id);
  const before = isHere ? String(scenario_id) : scenario_classname === null ? '' : gone;
  const change = (chosen: string) => {
    if (chosen === before) props.onChange(undefined);
    else props.onChange(chosen === '' ? null : Number(chosen));
  };
  return (
    <TextField
      select
      disabled={offered === undefined}
      label={t('decode.scenario')}
      value={props.value === undefined ? before : String(props.value ?? '')}
      helperText={t('decode.scenarioHint')}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={(event) => change(event.target.value)}
    >
      <MenuItem value="">{t('decode.noScenario')}</MenuItem>
      {before === gone && <MenuItem value={gone}>{scenario_classname}</MenuItem>}
      {choices.map(({ value, label }) => (
        <MenuItem key={value} value={String(value)}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
