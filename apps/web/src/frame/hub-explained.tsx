import Popover from '@mui/material/Popover';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './hub-state.module.css';

/** What the word beside the hub's name means, and what works all the same. */
export default function HubExplained(props: {
  anchor: HTMLElement;
  name: string;
  word: 'online' | 'offline' | 'cloud' | 'reconnecting' | 'connecting';
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('app');
  const { name, word } = props;
  return (
    <Popover
      open
      anchorEl={props.anchor}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { className: styles.explained ?? '', role: 'dialog', 'aria-label': t('header.hub') } }}
    >
      <h2>{[name, t(`header.${word}`)].filter((part) => part !== '').join(' – ')}</h2>
      <p>{t(`header.explained.${word}`)}</p>
      <Link to="/sync" onClick={props.onClose}>
        {t('header.ledger')}
      </Link>
    </Popover>
  );
}
