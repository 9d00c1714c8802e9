import { mdiVolumeHigh, mdiVolumeOff } from '@mdi/js';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { formatFigure } from '../../../charts/format-figure.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TargetDialog } from './target-dialog.tsx';
import styles from './targets.module.css';
import { switchTargetSound, useTargetSound, useTargets } from './targets.ts';
import { type SaidIndicator, useSaidIndicators } from './use-said-indicators.ts';

/** The targets that are set, a press away from being changed, and whether a crossing is heard. */
export function TargetRow({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const indicators = useSaidIndicators(devices);
  const sound = useTargetSound();
  const [isOpen, setOpen] = useState(false);
  const said = useSaidTargets(indicators);
  return (
    <span className={styles.row}>
      <Button
        size="small"
        variant="outlined"
        className={styles.aim ?? ''}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <small>{t('targets.label')}</small>{' '}
        {said === undefined ? t('targets.none') : `${said.what} ${said.range}`.trim()}
      </Button>
      {said !== undefined && (
        <ToggleButton
          size="small"
          value="sound"
          className={styles.sound ?? ''}
          selected={sound}
          aria-label={t('targets.sound')}
          title={t('targets.soundHint')}
          onChange={() => switchTargetSound(!sound)}
        >
          <Icon path={sound ? mdiVolumeHigh : mdiVolumeOff} size={18} />
        </ToggleButton>
      )}
      {isOpen && <TargetDialog indicators={indicators} onClose={() => setOpen(false)} />}
    </span>
  );
}

/** The target with what it is of, or how many are set; undefined where there is none. */
export function useSaidTargets(
  indicators: readonly SaidIndicator[],
): { readonly what: string; readonly range: string } | undefined {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const targets = useTargets();
  const set = indicators.flatMap((one) => {
    const target = targets[one.key];
    return target === undefined ? [] : [{ one, target }];
  });
  const [first] = set;
  if (first === undefined) return undefined;
  if (set.length > 1) return { what: '', range: t('targets.count', { count: set.length }) };
  const { one, target } = first;
  const figure = (value: number) => formatFigure(value, one.decimals, language, one.isPace);
  const range = t('targets.range', { from: figure(target.from), to: figure(target.to), unit: one.unit });
  return { what: one.title, range };
}
