import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './activity.module.css';
import { Activity } from './activity.tsx';

export default function ActivityMenu(props: { anchor: HTMLElement; onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <Popover
      open
      anchorEl={props.anchor}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { className: styles.menu ?? '', role: 'dialog', 'aria-label': t('activity.title') } }}
    >
      <Activity onClose={props.onClose} />
    </Popover>
  );
}
