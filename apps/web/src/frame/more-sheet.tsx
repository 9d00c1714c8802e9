import { mdiBellOutline, mdiDomain, mdiMagnify } from '@mdi/js';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../base/services.tsx';
import { BottomSheet } from '../ui/bottom-sheet.tsx';
import { Icon } from '../ui/icon.tsx';
import { Activity } from './activity.tsx';
import { useClientFace } from './client-face.tsx';
import { ClientList } from './client-menu.tsx';
import styles from './more-sheet.module.css';
import { openPart } from './open-parts.ts';
import { mayOpen, useScreens } from './screens.ts';

/** On a phone: the screens that the bar has no room for, and what the header of larger screens holds. */
export default function MoreSheet(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  const user = useUser();
  const navigate = useNavigate();
  const face = useClientFace();
  const screens = useScreens().filter(({ name }) => name === 'admin' || name === 'about');
  const [inside, setInside] = useState<'clients' | 'activity'>();
  return (
    <BottomSheet open onClose={props.onClose} fitted={inside === undefined}>
      {inside === 'clients' && <ClientList onDone={props.onClose} />}
      {inside === 'activity' && <Activity onClose={props.onClose} />}
      {inside === undefined && (
        <MenuList className={styles.list ?? ''} aria-label={t('nav.more')} autoFocusItem>
          {mayOpen(user, '/admin') && (
            <MenuItem onClick={() => setInside('clients')}>
              <Icon path={mdiDomain} />
              <span className={styles.name}>{face.name}</span>
              <span className={styles.hint}>{t('clients.change')}</span>
            </MenuItem>
          )}
          <MenuItem onClick={() => openPart('palette')}>
            <Icon path={mdiMagnify} />
            {t('palette.open')}
          </MenuItem>
          <MenuItem onClick={() => setInside('activity')}>
            <Icon path={mdiBellOutline} />
            {t('activity.title')}
          </MenuItem>
          {screens.map(({ to, name, icon }) => (
            <MenuItem
              key={to}
              onClick={() => {
                props.onClose();
                void navigate({ to });
              }}
            >
              <Icon path={icon} />
              {t(`nav.${name}`)}
            </MenuItem>
          ))}
        </MenuList>
      )}
    </BottomSheet>
  );
}
