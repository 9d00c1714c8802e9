import { mdiLockOutline, mdiViewColumnOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import styles from './column-menu.module.css';
import { columnNames, useTableView } from './table-view.ts';

/** Which columns the table has. */
export function ColumnMenu(): ReactNode {
  const { t } = useTranslation('data');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { columns, showColumn, usual } = useTableView();
  return (
    <>
      <IconButton
        aria-label={t('columns.title')}
        title={t('columns.title')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiViewColumnOutline} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: styles.paper ?? '', role: 'dialog', 'aria-label': t('columns.title') } }}
      >
        <div className={styles.head}>
          <h3>{t('columns.title')}</h3>
          <Button size="small" onClick={usual}>
            {t('columns.usual')}
          </Button>
        </div>
        {(['date', 'athletes'] as const).map((name) => (
          <div key={name} className={styles.fixed}>
            <Icon path={mdiLockOutline} size={18} />
            {t(`column.${name}`)}
          </div>
        ))}
        {columnNames.map((name) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the check box inside is its control
          <label key={name} className={styles.column}>
            <Checkbox
              checked={columns.includes(name)}
              onChange={(event) => showColumn(name, event.target.checked)}
              size="small"
            />
            {t(`column.${name}`)}
          </label>
        ))}
      </Popover>
    </>
  );
}
