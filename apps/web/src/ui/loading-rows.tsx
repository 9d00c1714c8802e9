import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './loading-rows.module.css';
import { AfterAWhile, SkeletonBar } from './skeleton.tsx';

const widths = ['38%', '62%', '54%', '46%'];

/** Rows of text in the place of what is asked for, once that takes a while. */
export function LoadingRows(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <AfterAWhile>
      <div className={styles.rows} role="status" aria-label={t('loading')}>
        {widths.map((width) => (
          <SkeletonBar key={width} width={width} height="14px" />
        ))}
      </div>
    </AfterAWhile>
  );
}
