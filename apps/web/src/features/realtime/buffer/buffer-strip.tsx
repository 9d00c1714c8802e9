import { mdiContentSaveOutline, mdiHistory } from '@mdi/js';
import Button from '@mui/material/Button';
import type { BufferState } from '@sillage/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { reachOf, useMay } from '../../../base/may.ts';
import { useUser } from '../../../base/services.tsx';
import { useShortcut } from '../../../base/shortcuts.ts';
import { useFollowedRecords } from '../../../live/followed-records.ts';
import { useLiveLink } from '../../../live/live.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { sayDuration } from '../../../ui/say-duration.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './buffer.module.css';
import { BufferMenu } from './buffer-menu.tsx';
import { type DeviceTimes, lengthOf, movedWithin, type Span } from './buffer-times.ts';
import { BufferTrack } from './buffer-track.tsx';
import { KeepPanel } from './keep-panel.tsx';
import { useBuffer, useBufferCommands, useDeviceTimes } from './use-buffer.ts';

const hourMs = 3_600_000;
/** ms that are proposed: the last of what was heard. */
const proposedMs = 120_000;
/** ms; the strip moves by less than a pixel meanwhile. */
const roundedMs = 5000;

/** The last hours as the server kept them, of which a time can be made records. Nothing where the server keeps none. */
export function BufferStrip({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const state = useBuffer();
  return state === undefined ? null : <Strip state={state} devices={devices} />;
}

function Strip({ state, devices }: { state: BufferState; devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { lost } = useLiveLink();
  const mayCommand = useMay('device.command');
  // It is a setting of the whole club.
  const reach = reachOf(useUser(), 'parameter.edit');
  const maySwitch = reach === 'everything' || reach === 'client';
  const runs = useFollowedRecords(({ running }) => running.size > 0);
  const nowMs = Math.ceil(useNow(true) / roundedMs) * roundedMs;
  const keeping = useKeeping();
  const commands = useBufferCommands(devices);
  const span = keeping.held?.span ?? { from: nowMs - state.hours * hourMs, to: nowMs };
  const times = useDeviceTimes(state, devices, span);
  const mayKeep = mayCommand && state.is_on && !lost && state.devices.length > 0;
  const toggle = () => (keeping.held === undefined ? keeping.open(span, times) : keeping.close());
  useShortcut('B', toggle, mayKeep);
  useShortcut('Escape', keeping.close, keeping.held !== undefined);
  const kept =
    state.hours < 1
      ? sayDuration(state.hours * 3600, language)
      : `${formatNumber(state.hours, Number.isInteger(state.hours) ? 0 : 1, language)} h`;
  return (
    <section
      className={styles.buffer}
      aria-label={t('buffer.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') keeping.close();
      }}
    >
      <div className={styles.about}>
        <b>
          <Icon path={mdiHistory} size={18} />
          {t('buffer.title')}
        </b>
        <span>
          {state.is_on ? t('buffer.size', { kept, size: formatBytes(state.bytes, language) }) : t('buffer.isOff')}
        </span>
      </div>
      {state.is_on ? (
        <BufferTrack
          {...{ span, runs }}
          devices={times}
          moved={movedWithin(state.movement, span)}
          chosen={keeping.held?.chosen}
          onChoose={keeping.choose}
        />
      ) : (
        <p className={styles.offText}>{t('buffer.offText')}</p>
      )}
      <div className={styles.actions}>
        {!state.is_on && maySwitch && (
          <Button
            variant="outlined"
            loading={commands.switchTo.isPending}
            disabled={lost}
            onClick={() => commands.switchTo.mutate(true)}
          >
            {t('buffer.on')}
          </Button>
        )}
        {state.is_on && mayCommand && (
          <Button
            ref={keeping.button}
            variant="outlined"
            disabled={!mayKeep}
            title={lost ? t('record.linkLost') : state.devices.length === 0 ? t('buffer.nothingYet') : ''}
            aria-expanded={keeping.held !== undefined}
            aria-keyshortcuts="B"
            onClick={toggle}
          >
            {keeping.held === undefined && <Icon path={mdiContentSaveOutline} />}
            {t(keeping.held === undefined ? 'buffer.keep' : 'buffer.cancel')}
            <KeyHint>B</KeyHint>
          </Button>
        )}
        {state.is_on && (
          <BufferMenu
            mayEmpty={mayCommand}
            maySwitch={maySwitch}
            disabled={lost}
            onEmpty={() => {
              keeping.close();
              commands.empty.mutate();
            }}
            onOff={() => {
              keeping.close();
              commands.switchTo.mutate(false);
            }}
          />
        )}
      </div>
      {keeping.held !== undefined && state.is_on && (
        <KeepPanel
          {...keeping.held}
          times={times}
          devices={devices}
          pending={commands.keep.isPending}
          refused={lost ? t('record.linkLost') : undefined}
          onChoose={keeping.choose}
          onKeep={(numbers) =>
            keeping.held && commands.keep.mutate({ ...keeping.held.chosen, numbers }, { onSuccess: keeping.close })
          }
        />
      )}
    </section>
  );
}

interface Held {
  /** What the strip shows: it stands still while somebody chooses. */
  readonly span: Span;
  readonly chosen: Span;
}

/** Whether a time is being chosen, and which. */
function useKeeping() {
  const [held, setHeld] = useState<Held>();
  const button = useRef<HTMLButtonElement>(null);
  return {
    held,
    button,
    open: (span: Span, times: readonly DeviceTimes[]) => {
      const heardTo = Math.max(...times.flatMap(({ heard }) => heard.map(({ to }) => to)));
      const to = Math.floor(Math.min(span.to, Number.isFinite(heardTo) ? heardTo : span.to) / 1000) * 1000;
      const from = Math.max(span.from, to - Math.min(proposedMs, lengthOf(span) / 2));
      setHeld({ span, chosen: { from, to } });
    },
    choose: (chosen: Span) => setHeld((before) => before && { ...before, chosen }),
    close: () => {
      if (held !== undefined) button.current?.focus();
      setHeld(undefined);
    },
  };
}
