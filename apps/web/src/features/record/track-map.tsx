import { mdiCrosshairsGps, mdiMapMarkerPath } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { decimalsFor } from '../../charts/curve.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import { colourRange, trackColour } from '../../charts/track.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTrack } from './fetch-track.ts';
import { useOpenRecord } from './open-record.ts';
import { useRecordDisplay } from './record-display.ts';
import { TrackCanvas } from './track-canvas.tsx';
import styles from './track-map.module.css';
import { looksOf, type VariableLook } from './variable-look.ts';

/** Of the way from the ground to the colour of a variable its smallest value is drawn at. */
const palest = 0.3;

/** The way of a record seen from above, north up, with the cursor of the graphs; nothing for one without positions. */
export function TrackMap(): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const { curves: colours, chart } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const { sayings } = useRecordDisplay();
  const [follows, setFollows] = useState(false);
  const { has, isFetched, shown, names, coloured, choose } = useTrack();
  const range = useMemo(() => shown?.values && colourRange([...shown.values]), [shown]);
  if (!has) return null;
  const looks = looksOf(
    names.map((name) => ({ name, axis: 'y1' })),
    record.available_data,
    colours,
    language,
  );
  const look = looks[names.indexOf(coloured ?? '')];
  const scale = scaleOf(look, chart.plot, chart.axis);
  const figure = (value: number) =>
    formatFigure(value, decimalsFor(range), language, sayings.get(coloured ?? '')?.isPace === true);
  return (
    <figure className={styles.map} aria-label={t('map.title')}>
      <figcaption className={styles.head}>
        <TextField
          select
          variant="standard"
          value={coloured ?? ''}
          onChange={(event) => choose(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': t('map.colour') } }}
        >
          {names.map((name, index) => (
            <MenuItem key={name} value={name}>
              {looks[index]?.label}
            </MenuItem>
          ))}
        </TextField>
        <span className={styles.grow} />
        {range && (
          <span className={styles.scale} title={t('map.beyond')}>
            {figure(range[0])}
            <span style={{ background: `linear-gradient(90deg, ${scale[0]}, ${scale[1]})` }} />
            {figure(range[1])} {look?.unit}
          </span>
        )}
        <IconButton
          aria-label={t('map.follow')}
          title={t('map.follow')}
          aria-pressed={follows}
          onClick={() => setFollows(!follows)}
        >
          <Icon path={follows ? mdiCrosshairsGps : mdiMapMarkerPath} size={20} />
        </IconButton>
      </figcaption>
      {shown && <TrackCanvas shown={shown} range={range} scale={scale} follows={follows} />}
      {isFetched && !shown && <p className={styles.none}>{t('map.none')}</p>}
    </figure>
  );
}

function scaleOf(look: VariableLook | undefined, plot: string, axis: string): readonly [string, string] {
  const stroke = look?.stroke ?? axis;
  return [trackColour(plot, stroke, palest), stroke];
}
