import { mdiChartMultiline, mdiGrid } from '@mdi/js';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RealtimeView } from '../../base/realtime-view.ts';
import { Icon } from '../../ui/icon.tsx';

const views = [
  { value: 'devices', icon: mdiGrid },
  { value: 'curves', icon: mdiChartMultiline },
] as const;

/** Device cards, or curves of chosen variables; `compact` shows glyphs only. */
export function ViewChoice(props: {
  view: RealtimeView;
  onChange: (view: RealtimeView) => void;
  compact: boolean;
}): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <ToggleButtonGroup
      exclusive
      value={props.view}
      aria-label={t('view.label')}
      onChange={(_, next: RealtimeView | null) => {
        if (next !== null) props.onChange(next);
      }}
    >
      {views.map(({ value, icon }) => (
        <ToggleButton key={value} value={value} aria-label={t(`view.${value}`)}>
          <Icon path={icon} />
          {!props.compact && t(`view.${value}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
