import { mdiAccountOutline, mdiChartMultiline, mdiFullscreen, mdiGrid } from '@mdi/js';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RealtimeView } from '../../base/realtime-view.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';

const views = [
  { value: 'devices', icon: mdiGrid },
  { value: 'curves', icon: mdiChartMultiline },
] as const;
const athleteView = { value: 'athlete', icon: mdiAccountOutline } as const;

/** Device cards, or curves of chosen variables; `compact` is for phones, `glyphs` leaves their words out. */
export function ViewChoice(props: {
  view: RealtimeView;
  onChange: (view: RealtimeView) => void;
  compact: boolean;
  glyphs: boolean;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const navigate = useNavigate();
  const openWall = () => {
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    navigate({ to: '/realtime/display' }).catch(() => undefined);
  };
  const shown: readonly { readonly value: RealtimeView; readonly icon: string }[] = props.compact
    ? [...views, athleteView]
    : views;
  const nextView = () => {
    const at = shown.findIndex(({ value }) => value === props.view);
    const next = shown[(at + 1) % shown.length];
    if (next !== undefined) props.onChange(next.value);
  };
  useShortcut('V', nextView);
  return (
    <ToggleButtonGroup
      exclusive
      value={props.view}
      aria-label={t('view.label')}
      aria-keyshortcuts="V"
      onChange={(_, next: RealtimeView | 'wall' | null) => {
        if (next === 'wall') openWall();
        else if (next !== null) props.onChange(next);
      }}
    >
      {shown.map(({ value, icon }) => (
        <ToggleButton key={value} value={value} aria-label={t(`view.${value}`)}>
          <Icon path={icon} />
          {!props.glyphs && t(`view.${value}`)}
        </ToggleButton>
      ))}
      {!props.compact && (
        <ToggleButton value="wall" aria-label={t('wall.open')} title={t('wall.title')}>
          <Icon path={mdiFullscreen} />
          {!props.glyphs && t('wall.open')}
        </ToggleButton>
      )}
    </ToggleButtonGroup>
  );
}
