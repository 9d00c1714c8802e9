import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientLists } from './record-queries.ts';

/** One of the groups that the person sees, or none. */
export function PickGroup(props: {
  value: number | null;
  /** What no choice means. */
  none: string;
  onChange(id: number | null): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { groups } = useClientLists();
  const isKnown = groups.some(({ id }) => id === props.value);
  return (
    <TextField
      select
      label={t('field.group')}
      value={isKnown ? props.value : ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={(event) => props.onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <MenuItem value="">{props.none}</MenuItem>
      {groups.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
