import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { ApiError } from '@sillage/client';
import { api, fieldSentence, numberFromText, type Sensor } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useCachedQuery } from '../../../base/cached-query.ts';
import { inPageLanguage, sentenceOfProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import styles from './config-field.module.css';
import { useValueWords } from './value-words.tsx';

type Typed = Readonly<Record<string, string | boolean>>;

/** Numbers of the texts that were typed; an unreadable one is null, which the server refuses on its field. */
function valuesOf(sensor: Sensor, typed: Typed) {
  return Object.fromEntries(
    Object.entries(sensor.parameters).map(([name, parameter]) => {
      const value = typed[name] ?? parameter.default;
      const { type } = parameter;
      const isNumber = type === 'int' || type === 'float';
      return [name, isNumber && typeof value === 'string' ? numberFromText(value, type) : value];
    }),
  );
}

/** Chooses a sensor and its parameters; the server makes the part of the configuration. */
export function InsertSensorDialog(props: {
  onInsert(part: Record<string, unknown>): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  const server = useServer();
  const active = useActiveClient();
  const { data } = useCachedQuery({
    table: 'sensors',
    key: ['of client', active.id],
    clientId: active.id,
    shape: api.listClientSensors.reply,
    fetch: (caller, signal) => caller.request(api.listClientSensors, { params: { clientId: active.id }, signal }),
  });
  const [chosenId, setChosenId] = useState<number>();
  const [typed, setTyped] = useState<Typed>({});
  const sensor = data?.items.find(({ id }) => id === chosenId);
  const fill = useMutation({
    mutationFn: (of: Sensor) =>
      server.call(api.fillSensorTemplate, { params: { id: of.id }, body: { parameters: valuesOf(of, typed) } }),
    onSuccess: ({ config }) => props.onInsert(config),
    meta: { quiet: true },
  });
  const fields = fill.error instanceof ApiError ? (fill.error.body.fields ?? {}) : {};
  const labelOf = (name: string, advanced: boolean) => (advanced ? t('configs.advancedSensor', { name }) : name);
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('configs.insertTitle')}</DialogTitle>
      <DialogContent className={styles.fields ?? ''}>
        <TextField
          select
          label={t('configs.sensor')}
          value={chosenId ?? ''}
          helperText={sensor?.comment === '' ? undefined : sensor?.comment}
          slotProps={{ select: { displayEmpty: true } }}
          onChange={(event) => {
            setChosenId(Number(event.target.value));
            setTyped({});
            fill.reset();
          }}
        >
          {chosenId === undefined && (
            <MenuItem value="" disabled>
              {t(data?.items.length === 0 ? 'configs.noSensor' : 'common.choose')}
            </MenuItem>
          )}
          {data?.items.map(({ id, name, type, advanced }) => (
            <MenuItem key={id} value={id}>
              {labelOf(name === type ? name : `${name} (${type})`, advanced)}
            </MenuItem>
          ))}
        </TextField>
        {sensor && (
          <SensorParameters
            sensor={sensor}
            typed={typed}
            problems={fields}
            onType={(name, value) => setTyped((all) => ({ ...all, [name]: value }))}
          />
        )}
        {fill.error !== null && (
          <p role="alert" className={styles.problem}>
            {sentenceOfProblem(fill.error, t('common.unreachable'))}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('common.cancel')}</Button>
        <Button
          variant="contained"
          disabled={sensor === undefined}
          loading={fill.isPending}
          onClick={() => sensor && fill.mutate(sensor)}
        >
          {t('configs.insertNow')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function SensorParameters(props: {
  sensor: Sensor;
  typed: Typed;
  problems: Readonly<Record<string, string>>;
  onType(name: string, value: string | boolean): void;
}): ReactNode {
  const { sensor, typed } = props;
  const words = useValueWords();
  return Object.entries(sensor.parameters).map(([name, { type, default: given }]) => {
    const value = typed[name] ?? given;
    const code = props.problems[`parameters.${name}`] ?? props.problems[name];
    if (type === 'bool') {
      return (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside
        <label key={name} className={styles.switch}>
          {words(name)}
          <Switch checked={value === true} onChange={(_, on) => props.onType(name, on)} />
        </label>
      );
    }
    return (
      <TextField
        key={name}
        label={words(name)}
        value={value === null ? '' : String(value)}
        error={code !== undefined}
        helperText={code === undefined ? undefined : inPageLanguage(fieldSentence(code))}
        onChange={(event) => props.onType(name, event.target.value)}
        slotProps={{ htmlInput: { inputMode: type === 'string' ? 'text' : 'decimal' } }}
      />
    );
  });
}
