import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientLists } from './record-queries.ts';

const several = 'several';

/** One of the groups that the person sees, or none. */
export function PickGroup(props: {
  /** Undefined where they differ. */
  value: number | null | undefined;
  /** What no choice means. */
  none: string;
  /** What is shown where they differ. */
  several?: string;
  onChange(id: number | null): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { groups } = useClientLists();
  const isMixed = props.value === undefined;
  const isKnown = groups.some(({ id }) => id === props.value);
  return (
    <TextField
      select
      label={t('field.group')}
      value={isMixed ? several : isKnown ? props.value : ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={(event) => props.onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      {isMixed && (
        <MenuItem value={several} disabled>
          {props.several}
        </MenuItem>
      )}
      <MenuItem value="">{props.none}</MenuItem>
      {groups.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
