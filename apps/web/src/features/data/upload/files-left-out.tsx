import { mdiAlertCircleOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import type { Uploads } from './create-uploads.ts';
import styles from './index.module.css';

/** Names that are printed of files already in the list. */
const namedDoubles = 3;

/** Files of the last choice that are too many, or look like one in the list: most often chosen twice, but only the person knows. */
export function FilesLeftOut({ uploads, clientId }: { uploads: Uploads; clientId: number }): ReactNode {
  const { t } = useTranslation('data');
  const leftOut = uploads.use((state) => state.leftOut);
  if (leftOut.clientId !== clientId) return null;
  const { left, doubles } = leftOut;
  const names = doubles.map(({ name }) => name);
  const named = names.slice(0, namedDoubles).join(', ') + (names.length > namedDoubles ? '…' : '');
  return (
    <>
      {left > 0 && <Problem>{t('upload.left', { count: left })}</Problem>}
      {names.length > 0 && (
        <div className={styles.doubles}>
          <Problem>{t('upload.doubles', { count: names.length, names: named })}</Problem>
          <Button size="small" onClick={() => uploads.addDoubles()}>
            {t('upload.addDoubles')}
          </Button>
        </div>
      )}
    </>
  );
}

function Problem(props: { children: ReactNode }): ReactNode {
  return (
    <p role="alert" className={styles.problem}>
      <Icon path={mdiAlertCircleOutline} size={16} />
      {props.children}
    </p>
  );
}
