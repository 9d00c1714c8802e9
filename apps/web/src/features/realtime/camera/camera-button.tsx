import { mdiVideoOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';

/** Opens the camera's card, where a person may make records. */
export function CameraButton(props: { isOpen: boolean; onPress(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <Button
      color="inherit"
      aria-pressed={props.isOpen}
      onClick={props.onPress}
      startIcon={<Icon path={mdiVideoOutline} size={18} />}
    >
      {t('camera.film')}
    </Button>
  );
}
