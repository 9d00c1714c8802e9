import { mdiTuneVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FirmwareUpdates } from '../../../devices/firmware-updates.tsx';
import { SendConfiguration } from '../../../devices/send-configuration.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** What is done to devices themselves: their firmware, and the configuration that they measure with. */
export default function AdvancedDevices(): ReactNode {
  const { t } = useTranslation('devices');
  const [configures, setConfigures] = useState(false);
  return (
    <>
      <FirmwareUpdates
        beside={
          <Button variant="outlined" onClick={() => setConfigures(true)}>
            <Icon path={mdiTuneVariant} />
            {t('configuration.open')}
          </Button>
        }
      />
      {configures && <SendConfiguration onClose={() => setConfigures(false)} />}
    </>
  );
}
