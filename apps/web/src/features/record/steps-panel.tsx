import { mdiCrop, mdiDelete, mdiFileLockOutline, mdiHistory, mdiMapMarkerDistance, mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import { DistanceMadeOf, type RecordHistory, type RecordStep } from '@sillage/contract';
import { isInWork } from '@sillage/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useFormatDate } from '../../base/use-format-date.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { ClockDialog } from './clock-dialog.tsx';
import { DecodeDialog } from './decode-dialog.tsx';
import { DecodingProgress } from './decoding-progress.tsx';
import { useOpenRecord } from './open-record.ts';
import { sayStep, stepIcons } from './say-step.ts';
import { useHistory, useStepActions } from './step-queries.ts';
import styles from './steps.module.css';

/** What was done to the record, from the original on: each step with a switch, and what else can be done. */
export function StepsPanel(props: { onCrop?: () => void }): ReactNode {
  const { t } = useTranslation('record');
  const { record, crop } = useOpenRecord();
  const { data: history, isError, refetch } = useHistory(record.id);
  if (history === undefined) {
    return isError ? (
      <p className={styles.intro}>
        {t('steps.unread')} <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </p>
    ) : null;
  }
  // Without its original nothing makes the record anew.
  const isPurged = history.original.purged !== null;
  const mayChange = record.may.edit && !isPurged;
  return (
    <>
      <div className={styles.steps}>
        <p className={styles.intro}>{t(isPurged ? 'purge.intro' : 'steps.intro')}</p>
        {isInWork(record.decode_state) && (
          <p className={styles.work} role="status">
            {t('steps.working')} <DecodingProgress record={record} />
          </p>
        )}
        <ol>
          <Original history={history} />
          {history.steps.map((step) => (
            <Step key={step.id} step={step} isFixed={!mayChange} />
          ))}
          {crop.window !== undefined && (
            <li className={styles.step} data-now="true">
              <span className={styles.glyph}>
                <Icon path={mdiCrop} size={16} />
              </span>
              <span className={styles.words}>
                <span>
                  <b>{t('crop.title')}</b> <span className={styles.now}>{t('steps.now')}</span>
                </span>
                <span>
                  {t('steps.crop', { from: formatChrono(crop.window.from), to: formatChrono(crop.window.to) })}
                </span>
              </span>
            </li>
          )}
        </ol>
      </div>
      {mayChange && <Foot history={history} {...props} />}
    </>
  );
}

function Original({ history: { original } }: { history: RecordHistory }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const facts = [
    original.duration === null ? undefined : formatChrono(original.duration),
    original.size === null ? undefined : formatBytes(original.size, language),
    t(original.purged === null ? 'steps.untouched' : 'purge.done'),
  ].filter((fact) => fact !== undefined);
  return (
    <li className={styles.step}>
      <span className={styles.glyph}>
        <Icon path={mdiFileLockOutline} size={16} />
      </span>
      <span className={styles.words}>
        <b>{t('steps.original')}</b>
        <span>{facts.join(', ')}</span>
        <span className={styles.who}>{[original.device_name, moment(original.date)].filter(Boolean).join(', ')}</span>
      </span>
    </li>
  );
}

function Step({ step, isFixed }: { step: RecordStep; isFixed: boolean }): ReactNode {
  const { t } = useTranslation(['record', 'records']);
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const { record } = useOpenRecord();
  const { turn, forget } = useStepActions(record.id);
  const name = t(`steps.kind.${step.kind}`);
  return (
    <li className={styles.step} data-off={!step.on}>
      <span className={styles.glyph}>
        <Icon path={stepIcons[step.kind]} size={16} />
      </span>
      <span className={styles.words}>
        <b>{name}</b>
        <span>{sayStep(step, t, language)}</span>
        <span className={styles.who}>
          {step.user_name}, {moment(step.date)}
        </span>
        {step.on !== step.applied && (
          <span className={styles.who}>{t(isInWork(record.decode_state) ? 'steps.soon' : 'steps.notApplied')}</span>
        )}
      </span>
      {!isFixed && !step.on && (
        <IconButton
          size="small"
          aria-label={t('steps.forget', { name })}
          title={t('steps.forget', { name })}
          onClick={() => forget.mutate(step.id)}
        >
          <Icon path={mdiDelete} size={18} />
        </IconButton>
      )}
      <Switch
        checked={turn.isPending ? turn.variables.on : step.on}
        disabled={isFixed}
        onChange={(_, on) => turn.mutate({ stepId: step.id, on })}
        slotProps={{ input: { 'aria-label': `${name}, ${sayStep(step, t, language)}` } }}
      />
    </li>
  );
}

function Foot(props: { history: RecordHistory; onCrop?: () => void }): ReactNode {
  const { t } = useTranslation(['record', 'records']);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { record, crop } = useOpenRecord();
  const { add, back } = useStepActions(record.id);
  const [dialog, setDialog] = useState<'clock' | 'calibration' | 'decode'>();
  const jumps = props.history.clock.filter(({ repaired }) => !repaired).length;
  const close = () => setAnchor(null);
  const beginCrop = () => {
    close();
    crop.begin();
    props.onCrop?.();
  };
  return (
    <div className={styles.foot}>
      <Button
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<Icon path={mdiPlus} size={18} />}
      >
        {t('steps.add')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ root: { role: 'region', 'aria-label': t('steps.add') } }}
      >
        <MenuItem onClick={beginCrop}>
          <Icon path={mdiCrop} size={18} />
          {t('steps.beginCrop')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            setDialog('clock');
          }}
        >
          <Icon path={stepIcons.clock} size={18} />
          {jumps === 0 ? t('steps.repairNoJump') : t('steps.repairClock', { count: jumps })}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            setDialog('calibration');
          }}
        >
          <Icon path={stepIcons.recalibrate} size={18} />
          {t('calibration.begin')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            setDialog('decode');
          }}
        >
          <Icon path={stepIcons.decode} size={18} />
          {t('decode.begin')}
        </MenuItem>
        {DistanceMadeOf.options.map((source) => (
          <MenuItem
            key={source}
            onClick={() => {
              close();
              add.mutate({ kind: 'distance', arguments: { source } });
            }}
          >
            <Icon path={mdiMapMarkerDistance} size={18} />
            {t(`steps.distanceOf.${source}`)}
          </MenuItem>
        ))}
      </Menu>
      <Button
        disabled={props.history.steps.every(({ on }) => !on)}
        onClick={() => back.mutate(null)}
        startIcon={<Icon path={mdiHistory} size={18} />}
      >
        {t('steps.allOff')}
      </Button>
      {dialog === 'clock' && <ClockDialog history={props.history} onClose={() => setDialog(undefined)} />}
      {dialog === 'decode' && <DecodeDialog history={props.history} onClose={() => setDialog(undefined)} />}
      {dialog === 'calibration' && <CalibrationDialog onClose={() => setDialog(undefined)} />}
    </div>
  );
}
