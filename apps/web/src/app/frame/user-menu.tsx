import { mdiLogout, mdiTranslate, mdiWeatherNight, mdiWeatherSunny } from '@mdi/js';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useAppearance } from '../appearance.ts';
import { useApi, useUser } from '../services.tsx';
import { signOut } from '../session.ts';
import styles from './user-menu.module.css';

/** Who is signed in; language, theme, sign out. */
export function UserMenu(): ReactNode {
  const { t } = useTranslation('app');
  const user = useUser();
  const client = useApi();
  const { theme, language, setTheme, setLanguage } = useAppearance();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const other = language === 'fr' ? 'en' : 'fr';
  return (
    <>
      <IconButton aria-label={t('header.userMenu')} aria-haspopup="menu" onClick={(e) => setAnchor(e.currentTarget)}>
        <Avatar person={user} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <li className={styles.who} role="presentation">
          <b>
            {user.firstname} {user.lastname}
          </b>
          <span>{user.mail}</span>
        </li>
        <Divider component="li" />
        <MenuItem onClick={() => setLanguage(other)} lang={other}>
          <Icon path={mdiTranslate} />
          {t(other === 'en' ? 'user.english' : 'user.french')}
        </MenuItem>
        <MenuItem onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          <Icon path={theme === 'dark' ? mdiWeatherSunny : mdiWeatherNight} />
          {t(theme === 'dark' ? 'theme.toLight' : 'theme.toDark')}
        </MenuItem>
        <MenuItem onClick={() => void signOut(client)}>
          <Icon path={mdiLogout} />
          {t('user.signOut')}
        </MenuItem>
      </Menu>
    </>
  );
}
