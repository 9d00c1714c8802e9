import { mdiClose } from '@mdi/js';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../base/services.tsx';
import { shortcutsFor } from '../base/shortcut-list.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './shortcuts-dialog.module.css';

/** Keys that are words of a language. */
const words: Record<string, 'keyCtrl' | 'keyEscape' | 'keySpace' | 'keyEnter' | 'keyShift' | 'keyHome' | 'keyEnd'> = {
  Ctrl: 'keyCtrl',
  Escape: 'keyEscape',
  Space: 'keySpace',
  Enter: 'keyEnter',
  Shift: 'keyShift',
  Home: 'keyHome',
  End: 'keyEnd',
};

/** Lists every shortcut that does something for this person, by screen. */
export default function ShortcutsDialog(props: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('app');
  const titleId = useId();
  const groups = shortcutsFor(useUser());
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId}>
      <div className={styles.head}>
        <DialogTitle id={titleId}>{t('shortcuts.title')}</DialogTitle>
        <IconButton onClick={props.onClose} aria-label={t('close')}>
          <Icon path={mdiClose} />
        </IconButton>
      </div>
      <DialogContent>
        <div className={styles.groups}>
          {groups.map((group) => (
            <section key={group.name} className={styles.group}>
              <h3>{t(`shortcuts.${group.name}`)}</h3>
              <dl>
                {group.shortcuts.map(({ keys, label }) => (
                  <div key={label} className={styles.line}>
                    <dt>{t(`shortcuts.${label}`)}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key} className={styles.key}>
                          {words[key] === undefined ? key : t(`shortcuts.${words[key]}`)}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className={styles.note}>{t('shortcuts.note')}</p>
      </DialogContent>
    </Dialog>
  );
}
