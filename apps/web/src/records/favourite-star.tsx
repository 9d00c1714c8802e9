import { mdiStar, mdiStarOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import styles from './favourite-star.module.css';
import { useEditRecords } from './record-queries.ts';

/** The star of a record; fills at once. */
export function FavouriteStar(props: { record: Record; size?: 18 | 24; disabled?: boolean }): ReactNode {
  const { t } = useTranslation('records');
  const edit = useEditRecords();
  const { record } = props;
  return (
    <IconButton
      size="small"
      className={styles.star ?? ''}
      aria-pressed={record.favorite}
      aria-label={t('favourite')}
      title={t('favourite')}
      disabled={props.disabled ?? false}
      onClick={(event) => {
        event.stopPropagation();
        edit.mutate({ ids: [record.id], edit: { favorite: !record.favorite } });
      }}
    >
      <Icon path={record.favorite ? mdiStar : mdiStarOutline} size={props.size ?? 18} />
    </IconButton>
  );
}
