import { mdiVolumeHigh, mdiVolumeOff } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { useSound } from './sound.ts';

export function SoundSwitch(): ReactNode {
  const { t } = useTranslation('realtime');
  const isOn = useSound((sound) => sound.isOn);
  const says = t(isOn ? 'scenario.soundOn' : 'scenario.soundOff');
  return (
    <IconButton aria-label={says} title={says} aria-pressed={isOn} onClick={() => useSound.setState({ isOn: !isOn })}>
      <Icon path={isOn ? mdiVolumeHigh : mdiVolumeOff} />
    </IconButton>
  );
}
