import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { CalibrationType, Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordList } from '../../records/record-queries.ts';
import { measuredTypes } from './calibration-choices.ts';

/** Newest records that are offered. */
const offered = 50;

/** Records of the same device that were made to calibrate it, and kept a calibration of this type. */
export function useOtherCalibrations(record: Record, type: CalibrationType | undefined): readonly Record[] {
  const { device_id: deviceId } = record;
  const isAsked = deviceId !== null && type !== undefined && measuredTypes.has(type);
  const { data } = useRecordList(
    {
      ...{ clientIds: [record.client_id], record_type: ['calib'], type: 'all', pageSize: offered },
      deviceIds: deviceId === null ? [] : [deviceId],
    },
    isAsked,
  );
  if (!isAsked) return [];
  return (data?.records ?? []).filter(
    ({ id, calib_infos }) =>
      id !== record.id && calib_infos.some(({ calib_type, source }) => calib_type === type && source === 'step'),
  );
}

/** Whether the calibration is measured here, or taken from a record that was made for it; nothing where there is none. */
export function OtherCalibrationField(props: {
  records: readonly Record[];
  chosen: number | undefined;
  onChoose(id: number | undefined): void;
}): ReactNode {
  const { t } = useTranslation('record');
  if (props.records.length === 0) return null;
  return (
    <TextField
      select
      label={t('calibration.from')}
      value={props.chosen === undefined ? '' : String(props.chosen)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={(event) => props.onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
    >
      <MenuItem value="">{t('calibration.fromHere')}</MenuItem>
      {props.records.map(({ id, basename }) => (
        <MenuItem key={id} value={String(id)}>
          {basename}
        </MenuItem>
      ))}
    </TextField>
  );
}
