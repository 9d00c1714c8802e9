import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { CalibrationType } from '@sillage/contract';
import { calibratedSensors } from '@sillage/domain';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import styles from './calibration.module.css';
import { type CalibrationChoice, choicesFor, measuredTypes } from './calibration-choices.ts';
import { CalibrationPositions, useNamedPositions } from './calibration-positions.tsx';
import { CalibrationPreview } from './calibration-preview.tsx';
import { useTriedCalibration, type WantedCalibration } from './calibration-queries.ts';
import { CalibrationWindowField, useCalibrationWindow } from './calibration-window-field.tsx';
import { withoutChannels } from './computed-channels.ts';
import { GivenValues, useGivenValues } from './given-values.tsx';
import { useOpenRecord } from './open-record.ts';
import { OtherCalibrationField, useOtherCalibrations } from './other-calibrations.tsx';
import { sayChoice } from './say-calibration.ts';
import { useStepActions } from './step-queries.ts';

/** ms that the fields rest before a calibration is tried: it reads all samples of the window. */
const restMilliseconds = 300;

/** Calibrates a sensor anew: what is found is shown before it is applied. */
export function CalibrationDialog({ onClose }: { onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { record, view } = useOpenRecord();
  const { recalibrate } = useStepActions(record.id);
  const sensors = useMemo(() => calibratedSensors(Object.keys(withoutChannels(record).available_data)), [record]);
  const fitting = CalibrationType.options.filter((type) => choicesFor(type, sensors).length > 0);
  const [chosenType, setType] = useState<CalibrationType>();
  const type = chosenType ?? fitting[0];
  const choices = type === undefined ? [] : choicesFor(type, sensors);
  const [key, setKey] = useState<string>();
  const choice = choices.find((one) => one.key === key) ?? choices[0];
  const others = useOtherCalibrations(record, type);
  const [fromRecord, setFrom] = useState<number>();
  const from = others.find(({ id }) => id === fromRecord)?.id;
  const stretch = useCalibrationWindow();
  const given = useGivenValues(choice?.sensors.flatMap(({ columns }) => columns) ?? []);
  const [keepsAxes, setKeepsAxes] = useState(false);
  const positions = useNamedPositions(view.x.timeExtent);
  const wanted = wantedOf(type, choice, {
    ...{ window: stretch.window, signals_version: record.signals_version, regions: positions.regions },
    ...{ values: given.values, keepsAxes, from },
  });
  const settled = useSettled(JSON.stringify(wanted), restMilliseconds);
  const isSettled = settled === JSON.stringify(wanted);
  const tried = useTriedCalibration(record.id, isSettled ? wanted : undefined);
  const isReady = isSettled && tried.isSuccess && !tried.isFetching;
  const apply = () => {
    if (isReady && wanted !== undefined) recalibrate.mutate(wanted, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('calibration.ask')}
      className={styles.dialog}
      cancel={t('cancel')}
      save={t(tried.isError && isSettled ? 'calibration.notPossible' : 'crop.apply')}
      ready={isReady}
      saving={recalibrate.isPending}
      onSave={apply}
      onClose={onClose}
    >
      {type === undefined || choice === undefined ? (
        <p>{t('calibration.none')}</p>
      ) : (
        <>
          <TypeField type={type} fitting={fitting} onChoose={setType} />
          <ChoiceField choice={choice} choices={choices} onChoose={setKey} />
          <OtherCalibrationField records={others} chosen={from} onChoose={setFrom} />
          {measuredTypes.has(type) && from === undefined && <CalibrationWindowField {...stretch} />}
          {type === 'calib_acc_gyro' && from === undefined && (
            <FormControlLabel
              control={<Checkbox checked={keepsAxes} onChange={(_, checked) => setKeepsAxes(checked)} />}
              label={t('calibration.keepsAxes')}
            />
          )}
          {type === 'custom_calib' && <GivenValues {...given} />}
          <CalibrationPreview tried={tried} />
          {type === 'calib_acc_gyro' && from === undefined && (
            <CalibrationPositions positions={positions} found={tried.isError ? [] : tried.data?.regions} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** What is asked of the server; undefined while a field is not as it should be. */
function wantedOf(
  type: CalibrationType | undefined,
  choice: CalibrationChoice | undefined,
  fields: {
    window: { readonly from: number; readonly to: number } | undefined;
    signals_version: number;
    values: WantedCalibration['values'];
    keepsAxes: boolean;
    from: number | undefined;
    regions: ReturnType<typeof useNamedPositions>['regions'];
  },
): WantedCalibration | undefined {
  if (type === undefined || choice === undefined) return undefined;
  const about = { calib_type: type, module: choice.module };
  if (fields.from !== undefined) return { ...about, from_record: fields.from };
  if (type === 'custom_calib') return fields.values && { ...about, values: fields.values };
  if (!measuredTypes.has(type)) return about;
  if (fields.window === undefined) return undefined;
  const { regions } = fields;
  if (type === 'calib_acc_gyro' && regions === null) return undefined;
  return {
    ...about,
    start: fields.window.from,
    end: fields.window.to,
    signals_version: fields.signals_version,
    ...(type === 'calib_acc_gyro' && fields.keepsAxes && { parameters: 6 as const }),
    ...(type === 'calib_acc_gyro' && regions && { regions }),
    ...(type === 'calib_offset' && { columns: choice.sensors.flatMap(({ columns }) => columns) }),
  };
}

function TypeField(props: {
  type: CalibrationType;
  fitting: readonly CalibrationType[];
  onChoose(type: CalibrationType): void;
}): ReactNode {
  const { t } = useTranslation(['record', 'records']);
  const { type, fitting, onChoose } = props;
  return (
    <TextField
      select
      autoFocus
      label={t('calibration.type')}
      value={type}
      helperText={t(`calibration.about.${type}`)}
      slotProps={{ select: { renderValue: () => t(`records:calibrationType.${type}`) } }}
      onChange={(event) => onChoose(CalibrationType.parse(event.target.value))}
    >
      {CalibrationType.options.map((one) => (
        <MenuItem key={one} value={one} disabled={!fitting.includes(one)} className={styles.option ?? ''}>
          {t(`records:calibrationType.${one}`)}
          <span>{t(`calibration.about.${one}`)}</span>
        </MenuItem>
      ))}
    </TextField>
  );
}

function ChoiceField(props: {
  choice: CalibrationChoice;
  choices: readonly CalibrationChoice[];
  onChoose(key: string): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  return (
    <TextField
      select
      label={t('calibration.sensor')}
      value={props.choice.key}
      onChange={(event) => props.onChoose(event.target.value)}
    >
      {props.choices.map((one) => (
        <MenuItem key={one.key} value={one.key}>
          {sayChoice(one, record.available_data, t, language)}
        </MenuItem>
      ))}
    </TextField>
  );
}
