import { mdiAlertOutline, mdiMinus, mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../base/use-format-date.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './buffer.module.css';
import { type DeviceTimes, judgeKeeping, type Keeping, lengthOf, momentOf, type Span } from './buffer-times.ts';

/** What of the last hours is made a record: from when to when, and of whom. */
export function KeepPanel(props: {
  span: Span;
  chosen: Span;
  times: readonly DeviceTimes[];
  devices: readonly LiveDevice[];
  pending: boolean;
  refused: string | undefined;
  onChoose(chosen: Span): void;
  onKeep(numbers: number[]): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const { span, chosen } = props;
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const heading = useId();
  const rows = props.times.flatMap((times) => {
    const device = props.devices.find(({ number }) => number === times.number);
    return device === undefined ? [] : [{ device, keeping: judgeKeeping(times, chosen) }];
  });
  const isTicked = ({ device, keeping }: Row) => hasSomething(keeping) && (ticks.get(device.number) ?? true);
  const ticked = rows.filter(isTicked);
  const records = ticked.reduce((sum, { keeping }) => sum + keeping.records, 0);
  const selections = ticked.reduce((sum, { keeping }) => sum + keeping.selections, 0);
  const word =
    records > 0 || selections === 0 ? t('buffer.create', { count: records }) : t('buffer.mark', { count: selections });
  return (
    <div ref={panel} className={styles.panel} role="dialog" aria-labelledby={heading} tabIndex={-1}>
      <header className={styles.panelHead}>
        <h2 id={heading}>{t('buffer.keep')}</h2>
        <b>{formatChrono(Math.round(lengthOf(chosen) / 1000), 0)}</b>
      </header>
      <p className={styles.why}>{t('buffer.why')}</p>
      <div className={styles.fields}>
        <TimeField
          label={t('buffer.fromField')}
          ms={chosen.from}
          least={span.from}
          greatest={chosen.to - 1000}
          onChange={(from) => props.onChoose({ ...chosen, from })}
        />
        <TimeField
          label={t('buffer.toField')}
          ms={chosen.to}
          least={chosen.from + 1000}
          greatest={span.to}
          onChange={(to) => props.onChoose({ ...chosen, to })}
        />
      </div>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <KeepRow
            key={row.device.number}
            {...row}
            ticked={isTicked(row)}
            onTick={(on) => setTicks((before) => new Map([...before, [row.device.number, on]]))}
          />
        ))}
      </ul>
      <footer className={styles.panelFoot}>
        <span>{props.refused ?? t('buffer.intact')}</span>
        <Button
          variant="contained"
          loading={props.pending}
          disabled={ticked.length === 0 || props.refused !== undefined}
          onClick={() => props.onKeep(ticked.map(({ device }) => device.number))}
        >
          {word}
        </Button>
      </footer>
    </div>
  );
}

interface Row {
  readonly device: LiveDevice;
  readonly keeping: Keeping;
}

const hasSomething = ({ records, selections }: Keeping) => records + selections > 0;

function KeepRow({ device, keeping, ticked, onTick }: Row & { ticked: boolean; onTick(on: boolean): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const names = athleteNames(device.users);
  const missing = Math.ceil(keeping.missingMs / 1000);
  return (
    <li>
      <FormControlLabel
        control={
          <Checkbox size="small" checked={ticked} disabled={!hasSomething(keeping)} onChange={(_, on) => onTick(on)} />
        }
        label={
          <>
            {names || device.name} <small>{names ? device.name : t('buffer.unpaired')}</small>
          </>
        }
      />
      {!hasSomething(keeping) ? (
        <span className={styles.complete}>{t('buffer.nothing')}</span>
      ) : missing > 0 ? (
        <span className={styles.missing}>
          <Icon path={mdiAlertOutline} size={14} />
          {t('buffer.missing', { time: formatChrono(missing, 0) })}
        </span>
      ) : (
        <span className={styles.complete}>{t(keeping.records === 0 ? 'buffer.already' : 'buffer.complete')}</span>
      )}
    </li>
  );
}

/** A moment of the last hours: typed, or moved by a second. */
function TimeField(props: {
  label: string;
  ms: number;
  least: number;
  greatest: number;
  onChange(ms: number): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const format = useFormatDate('second');
  const shown = format(new Date(props.ms).toISOString());
  const [draft, setDraft] = useState<string>();
  const field = useId();
  const set = (ms: number) => props.onChange(Math.min(props.greatest, Math.max(props.least, ms)));
  const take = () => {
    const moment = draft === undefined ? undefined : momentOf(draft.trim(), shown, props.ms);
    if (moment !== undefined) set(moment);
    setDraft(undefined);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={field}>{props.label}</label>
      <span className={styles.typed}>
        <input
          id={field}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={draft ?? shown}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
          }}
        />
        <IconButton
          size="small"
          aria-label={t('buffer.earlier', { what: props.label })}
          disabled={props.ms <= props.least}
          onClick={() => set(props.ms - 1000)}
        >
          <Icon path={mdiMinus} size={18} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('buffer.later', { what: props.label })}
          disabled={props.ms >= props.greatest}
          onClick={() => set(props.ms + 1000)}
        >
          <Icon path={mdiPlus} size={18} />
        </IconButton>
      </span>
    </div>
  );
}
