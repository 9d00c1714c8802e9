import { mdiLogout } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer, useUser } from '../../../base/services.tsx';
import { signOut } from '../../../base/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Preferences } from '../preferences.tsx';
import { PartTitle } from '../setting-rows.tsx';
import styles from './account.module.css';
import { ApiKeys } from './api-keys.tsx';
import { Comments } from './comments.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TermsRow } from './terms-row.tsx';

/** The own account: who it is, preferences, password, comments, API keys, signing out. */
export default function Account(): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.columns}>
      <div>
        <Who />
        <ProfileForm />
        <PartTitle>{t('account.preferences')}</PartTitle>
        <Preferences />
        <TermsRow />
      </div>
      <div>
        <PartTitle>{t('account.password')}</PartTitle>
        <PasswordForm />
        <Comments />
        <SignOut />
      </div>
      <div className={styles.wide}>
        <ApiKeys />
      </div>
    </div>
  );
}

function Who(): ReactNode {
  const { t } = useTranslation(['settings', 'app']);
  const user = useUser();
  const groups = user.groups.map(({ name }) => name);
  const roles = user.roles.length === 0 ? (['none'] as const) : user.roles;
  const parts = [roles.map((role) => t(`app:roles.${role}`)).join(', '), user.client_name];
  if (groups.length > 0) parts.push(t('account.groups', { count: groups.length, names: groups.join(', ') }));
  return (
    <div className={styles.who}>
      <Avatar person={user} size={56} />
      <div>
        <h2>
          {user.firstname} {user.lastname}
        </h2>
        <p>{parts.join(' · ')}</p>
        {user.is_recovery && <p>{t('account.recovery')}</p>}
      </div>
    </div>
  );
}

function SignOut(): ReactNode {
  const { t } = useTranslation(['settings', 'app']);
  const server = useServer();
  return (
    <div className={styles.signOut}>
      <p>{t('account.signOutText')}</p>
      <Button variant="outlined" onClick={() => void signOut(server)} startIcon={<Icon path={mdiLogout} size={18} />}>
        {t('app:user.signOut')}
      </Button>
    </div>
  );
}
