import {
  mdiAccessPoint,
  mdiAccountOutline,
  mdiChevronDown,
  mdiCogOutline,
  mdiDomain,
  mdiRun,
  mdiSineWave,
} from '@mdi/js';
import Autocomplete from '@mui/material/Autocomplete';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { ParameterTable } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './parameter-screen.module.css';
import { type Target, type TargetKind, useTargets } from './targets.ts';

export const targetIcons: Readonly<Record<ParameterTable, string>> = {
  General: mdiCogOutline,
  Client: mdiDomain,
  User: mdiAccountOutline,
  Sport: mdiRun,
  Sensor: mdiSineWave,
  Device: mdiAccessPoint,
};

/** Chooses the thing whose parameters are shown; what is typed is searched on the server. */
export function TargetPick(props: {
  kinds: readonly TargetKind[];
  target: Target;
  onChoose(target: Target): void;
}): ReactNode {
  const { t } = useTranslation(['settings', 'admin']);
  const { target } = props;
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useTargets(props.kinds, typed);
  return (
    <Autocomplete
      className={styles.target ?? ''}
      autoHighlight
      disableClearable
      options={data ?? []}
      filterOptions={(options) => options}
      groupBy={({ table }) => t(`parameters.tables.${table}`)}
      loading={isFetching}
      loadingText={t('admin:pick.loading')}
      noOptionsText={t('admin:pick.nothing')}
      popupIcon={<Icon path={mdiChevronDown} size={20} />}
      value={target}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ table, id }) => `${table} ${id}`}
      isOptionEqualToValue={(one, other) => one.table === other.table && one.id === other.id}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, chosen) => props.onChoose(chosen)}
      renderInput={(params) => (
        <TextField
          {...params}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('parameters.choose') },
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <Icon path={targetIcons[target.table]} size={18} />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    />
  );
}
