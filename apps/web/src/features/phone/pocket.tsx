import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pocket.module.css';

/** ms for which a finger stays where it is to leave the pocket: no thigh does that. */
const holdMs = 1500;

/** A black page that hears no touch but a long one; measuring goes on. */
export function Pocket(props: { isRecording: boolean; onOut: () => void }): ReactNode {
  const { t } = useTranslation('phone');
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = () => {
    setHeld(true);
    timer.current = setTimeout(props.onOut, holdMs);
  };
  const letGo = () => {
    setHeld(false);
    clearTimeout(timer.current);
  };
  return (
    <div className={styles.pocket} role="dialog" aria-modal="true" aria-label={t('pocket')}>
      <p>{t(props.isRecording ? 'pocketRecording' : 'pocketReady')}</p>
      <button
        type="button"
        data-held={isHeld || undefined}
        onPointerDown={hold}
        onPointerUp={letGo}
        onPointerLeave={letGo}
        onPointerCancel={letGo}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => event.key === 'Enter' && props.onOut()}
      >
        {t('holdToLeave')}
      </button>
    </div>
  );
}
