import { mdiPlaylistPlay } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../base/load-part.ts';
import { useMay } from '../../../base/may.ts';
import { useLiveLink } from '../../../live/live.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';

const ChooseScenario = lazyPart<{ devices: readonly LiveDevice[]; onClose(): void }>(async () => {
  const part = await import('./choose-scenario.tsx');
  return { default: part.ChooseScenario };
});

/** Opens the choice of a scenario for the devices that are ticked and free; `glyph` leaves its word out. */
export function ScenarioButton(props: { devices: readonly LiveDevice[]; glyph: boolean }): ReactNode {
  const { devices, glyph } = props;
  const { t } = useTranslation('realtime');
  const mayCommand = useMay('device.command');
  const { lost } = useLiveLink();
  const [isOpen, setOpen] = useState(false);
  if (!mayCommand) return null;
  return (
    <>
      <Button
        variant="outlined"
        disabled={lost}
        aria-label={t('scenario.button')}
        title={glyph ? t('scenario.button') : ''}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon path={mdiPlaylistPlay} />
        {!glyph && t('scenario.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <ChooseScenario devices={devices} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
