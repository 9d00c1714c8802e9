import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { drawWake } from '../../ui/wake.ts';
import styles from './sea.module.css';

const crests = drawWake(26, 27);

/** The wake drawing: crests of a boat that leaves towards the upper right. */
export function Sea(): ReactNode {
  const { t } = useTranslation('login');
  const small = useScreenSize() === 'phone';
  return (
    <header className={styles.sea}>
      <svg
        className={styles.water}
        viewBox={small ? '0 0 390 232' : '0 0 960 900'}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <g transform={small ? 'translate(300 52) rotate(50)' : 'translate(690 190) rotate(38)'}>
          {crests.map((path, index) => (
            <path key={path} d={path} strokeOpacity={0.62 - index * 0.021} />
          ))}
          <path className={styles.hull} d="M0 -22c5 9 5 24 0 40-5-16-5-31 0-40z" />
        </g>
      </svg>
      <div className={styles.brand}>
        <Logo size={36} />
        Sillage
      </div>
      <p className={styles.tagline}>
        {t('tagline')}
        <small>{t('purpose')}</small>
      </p>
    </header>
  );
}
