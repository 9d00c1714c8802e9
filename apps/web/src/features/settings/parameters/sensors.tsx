import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionParameters } from './section-parameters.tsx';
import type { TargetKind } from './targets.ts';

const families = ['all', 'maxi', 'mini'] as const;
type Family = (typeof families)[number];

const kindsOf: Readonly<Record<Family, readonly TargetKind[]>> = {
  all: ['devices', 'sensors'],
  maxi: ['maxis'],
  mini: ['minis'],
};

/** Parameters of devices, of all families or one, and of the kinds of measurement. */
export default function Sensors(): ReactNode {
  const { t } = useTranslation('settings');
  const [family, setFamily] = useState<Family>('all');
  const choice = (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={family}
      aria-label={t('parameters.family')}
      onChange={(_, next) => setFamily(families.find((one) => one === next) ?? family)}
    >
      {families.map((one) => (
        <ToggleButton key={one} value={one}>
          {t(`parameters.families.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
  return <SectionParameters key={family} section={`sensors ${family}`} kinds={kindsOf[family]} choice={choice} />;
}
