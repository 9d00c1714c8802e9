import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import cardStyles from './device-card.module.css';
import styles from './realtime.module.css';
import barStyles from './record-bar.module.css';

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The screen's geometry while the devices are asked for. */
export function CardSkeletons(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <div className={styles.screen} role="status" aria-label={t('loading')}>
      <div className={barStyles.bar}>
        <SkeletonBar width="220px" height="44px" />
        <SkeletonBar width="140px" height="30px" />
      </div>
      <div className={styles.watched}>
        <div className={styles.head}>
          <SkeletonBar width="240px" />
        </div>
        <div className={styles.cards}>
          {places.map((place) => (
            <div key={place} className={cardStyles.card}>
              <div className={cardStyles.head}>
                <SkeletonBar width="40%" />
              </div>
              <div className={cardStyles.who}>
                <SkeletonBar width="24px" height="24px" />
                <SkeletonBar width="50%" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
