import { mdiArrowDownBold, mdiArrowUpBold, mdiCheck } from '@mdi/js';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { formatFigure } from '../../../charts/format-figure.ts';
import { Icon } from '../../../ui/icon.tsx';
import { soundCrossing } from './target-sound.ts';
import styles from './targets.module.css';
import { gapOf, isTargetSoundOn, type Target } from './targets.ts';

/** ms between looks: a mark that changes faster cannot be read. */
const lookEveryMs = 250;

type Side = 'above' | 'below' | 'back';

/** Inside: a check; outside: an arrow and how far. A crossing is announced and, where the browser is told to, heard. */
export function TargetMark(props: {
  target: Target;
  /** The value as it is said now. */
  read(): number | null | undefined;
  decimals: number;
  isPace: boolean;
  /** Who crosses, and what. */
  who: string;
  what: string;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { target, decimals, isPace } = props;
  const [gap, crossed] = useGap(props.read, target, decimals);
  if (gap === undefined) return null;
  const figure = formatFigure(Math.abs(gap), decimals, language, isPace);
  return (
    <span className={`${styles.mark} ${gap === 0 ? styles.inside : ''}`}>
      <Icon path={gap === 0 ? mdiCheck : gap > 0 ? mdiArrowUpBold : mdiArrowDownBold} size={14} />
      {gap === 0 ? t('targets.inside') : `${gap > 0 ? '+' : '−'}${figure}`}
      <span role="status" className="visually-hidden">
        {crossed !== undefined && t(`targets.${crossed}`, { who: props.who, what: props.what })}
      </span>
    </span>
  );
}

/** The gap to the target as it is printed, and where the value went when it last crossed. */
function useGap(
  read: () => number | null | undefined,
  target: Target,
  decimals: number,
): readonly [number | undefined, Side | undefined] {
  const [gap, setGap] = useState<number>();
  const [crossed, setCrossed] = useState<Side>();
  useEffect(() => {
    let before: number | undefined;
    const look = (): void => {
      const value = read();
      // As it is printed: nobody sees what lies beyond the last figure.
      const printed = value == null ? value : Number(value.toFixed(decimals));
      const now = gapOf(printed, target);
      setGap(now);
      if (before !== undefined && now !== undefined && (before === 0) !== (now === 0)) {
        setCrossed(now > 0 ? 'above' : now < 0 ? 'below' : 'back');
        if (isTargetSoundOn()) soundCrossing(now === 0 ? 'back' : 'out');
      }
      if (now !== undefined) before = now;
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [read, target, decimals]);
  return [gap, crossed];
}
