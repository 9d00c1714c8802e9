import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useTerms } from '../../base/terms.ts';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './about.module.css';

/** A text that the administrator of this server writes. */
export function ServerText(props: { part: 'notice' | 'terms' }): ReactNode {
  const { t } = useTranslation(['about', 'app']);
  const language = useAppearance((appearance) => appearance.language);
  const { data, isError, refetch } = useTerms();
  if (isError) {
    return (
      <MessageScreen icon={mdiAlertCircleOutline} tone="error" title={t('unreadable')} text={t('unreadableText')}>
        <Button variant="contained" onClick={() => void refetch()} startIcon={<Icon path={mdiRefresh} size={18} />}>
          {t('app:retry')}
        </Button>
      </MessageScreen>
    );
  }
  if (data === undefined) {
    return (
      <AfterAWhile>
        <SkeletonBar width="70%" />
      </AfterAWhile>
    );
  }
  const text = data[props.part][language];
  if (text.trim() === '') return <MessageScreen title={t('empty')} text={t('emptyText')} />;
  return (
    <article className={styles.article}>
      <LongText text={text} />
    </article>
  );
}
