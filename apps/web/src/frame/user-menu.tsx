import { mdiAccountOutline, mdiKeyboardOutline, mdiLogout, mdiTranslate, mdiWeatherNight } from '@mdi/js';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { rank } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { useServer, useUser } from '../base/services.tsx';
import { signOut } from '../base/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { openPart } from './open-parts.ts';
import styles from './user-menu.module.css';

/** Who is signed in; the own account, language, theme, shortcuts, signing out. */
export function UserMenu(): ReactNode {
  const { t } = useTranslation('app');
  const user = useUser();
  const server = useServer();
  const navigate = useNavigate();
  const { theme, language, setTheme, setLanguage } = useAppearance();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const other = language === 'fr' ? 'en' : 'fr';
  return (
    <>
      <IconButton aria-label={t('header.userMenu')} aria-haspopup="menu" onClick={(e) => setAnchor(e.currentTarget)}>
        <Avatar person={user} />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { className: styles.menu ?? '' } }}
      >
        <li className={styles.who} role="presentation">
          <b>
            {user.firstname} {user.lastname}
          </b>
          <span>{t(`roles.${rank(user.roles) ?? 'none'}`)}</span>
          <span>{user.mail}</span>
        </li>
        <Divider component="li" />
        <MenuItem
          onClick={() => {
            close();
            void navigate({ to: '/settings/$view', params: { view: 'account' } });
          }}
        >
          <Icon path={mdiAccountOutline} />
          {t('user.account')}
        </MenuItem>
        <MenuItem onClick={() => setLanguage(other)} lang={other}>
          <Icon path={mdiTranslate} />
          {t(other === 'en' ? 'user.english' : 'user.french')}
        </MenuItem>
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={theme === 'dark'}
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          <Icon path={mdiWeatherNight} />
          <span className={styles.grow}>{t('theme.dark')}</span>
          <span className={styles.switch} data-on={theme === 'dark' || undefined} />
        </MenuItem>
        <MenuItem
          className={styles.keyboard ?? ''}
          onClick={() => {
            close();
            openPart('help');
          }}
        >
          <Icon path={mdiKeyboardOutline} />
          <span className={styles.grow}>{t('shortcuts.title')}</span>
          <KeyHint>?</KeyHint>
        </MenuItem>
        <Divider component="li" />
        <MenuItem onClick={() => void signOut(server)}>
          <Icon path={mdiLogout} />
          {t('user.signOut')}
        </MenuItem>
      </Menu>
    </>
  );
}
