import { mdiWeatherPouring } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Modal from '@mui/material/Modal';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveDevice } from '../../live/merge-device.ts';
import { planRecord, useRecordCommand } from '../../live/record-control.ts';
import { Icon } from '../../ui/icon.tsx';
import { AthletePage } from './athlete-page.tsx';
import { HoldButton, holdMs } from './hold-button.tsx';
import { useLiveSelections, useSelectionCommand } from './live-selections.ts';
import styles from './rain-mode.module.css';
import { Clock } from './record-clock.tsx';
import { OpenClock } from './selection-buttons.tsx';

/** Opens it; on a phone, while something records. */
export function RainButton({ onPress }: { onPress(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <IconButton aria-label={t('rain.on')} title={t('rain.on')} onClick={onPress}>
      <Icon path={mdiWeatherPouring} size={24} />
    </IconButton>
  );
}

/**
 * Water touches the screen as fingers do: nothing here answers a touch but what is held for a second. Two fingers held
 * mark a lap.
 */
export function RainMode({ devices, onLeave }: { devices: readonly LiveDevice[]; onLeave(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const plan = planRecord(devices);
  const { send, pending } = useRecordCommand();
  const { send: sendSelection } = useSelectionCommand(devices);
  const { open, number } = useLiveSelections(devices);
  const [marked, setMarked] = useState(false);
  const two = useTwoFingers(() => {
    sendSelection('mark');
    setMarked(true);
  });
  useEffect(() => {
    if (!marked) return;
    const timer = setTimeout(() => setMarked(false), 2 * holdMs);
    return () => clearTimeout(timer);
  }, [marked]);
  const recording = plan.command === 'cmd_stop' && plan.devices.length > 0;
  return (
    <Modal open hideBackdrop>
      <div className={styles.rain} role="dialog" aria-modal="true" aria-label={t('rain.title')} {...two}>
        <AthletePage devices={devices} still />
        {open !== undefined && number !== undefined && (
          <p className={styles.selection}>
            {t('rain.selection', { num: open.num })} <OpenClock number={number} t0={open.t0} />
          </p>
        )}
        <p role="status" className={styles.say}>
          {marked ? t('rain.marked') : t('rain.how')}
        </p>
        <div className={styles.keys}>
          <HoldButton variant="outlined" size="large" className={styles.leave ?? ''} onHeld={onLeave}>
            {t('rain.off')}
            <small>{t('record.hold')}</small>
          </HoldButton>
          {recording && (
            <HoldButton
              variant="contained"
              color="recording"
              size="large"
              className={styles.stop ?? ''}
              disabled={pending}
              onHeld={() => send('cmd_stop', plan.devices)}
            >
              <span>
                {t('record.stopShort')} <small>{t('record.hold')}</small>
              </span>
              <Clock devices={devices} short />
            </HoldButton>
          )}
        </div>
      </div>
    </Modal>
  );
}

/** Handlers of a surface that does something when two fingers lie on it for a second. */
function useTwoFingers(onHeld: () => void) {
  const fingers = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const count = (): void => {
    clearTimeout(timer.current);
    if (fingers.current.size === 2) timer.current = setTimeout(onHeld, holdMs);
  };
  const up = ({ pointerId }: PointerEvent): void => {
    fingers.current.delete(pointerId);
    count();
  };
  return {
    onPointerDown: ({ pointerId }: PointerEvent): void => {
      fingers.current.add(pointerId);
      count();
    },
    onPointerUp: up,
    onPointerCancel: up,
  };
}
