import { mdiAlertOutline } from '@mdi/js';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import type { SharedCursor } from '../../charts/shared-cursor.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { Icon } from '../../ui/icon.tsx';
import type { CurveGroup, LiveLine } from './curve-groups.ts';
import styles from './curves.module.css';
import { endOf, type Frozen } from './freeze.ts';
import { hasGap } from './graph-data.ts';
import { useLiveSayings } from './live-sayings.ts';
import { LiveText } from './live-text.tsx';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useSamples } from './samples.tsx';
import { useTargetOf } from './targets/use-target-of.ts';
import { useEndedNumbers } from './use-ended.ts';
import { useLiveWindow } from './window-choice.tsx';

interface LegendProps {
  readonly group: CurveGroup;
  readonly frozen: Frozen | undefined;
  readonly cursor: SharedCursor | undefined;
}

/** What a graph shows, and the values of now; of the cursor while it is frozen. */
export function GraphLegend({ group, frozen, cursor }: LegendProps): ReactNode {
  const { t } = useTranslation('realtime');
  const ended = useEndedNumbers();
  const { title, unit, lines } = group;
  const devices = new Map(lines.map(({ device }) => [device.number, device]));
  return (
    <figcaption className={styles.legend}>
      <span className={styles.who}>
        {title} {unit !== undefined && <small className={styles.unit}>{unit}</small>}
      </span>
      {lines.map((one) => (
        <span key={`${one.device.number}:${one.variable.name}`} className={styles.item}>
          <Swatch {...one} />
          {one.name}
          <GapMark {...one} frozen={frozen} />
          {frozen === undefined ? (
            <LiveValue
              deviceNumber={one.device.number}
              variable={one.variable}
              className={styles.value}
              ofRecord={ended.has(one.device.number)}
              bare={unit !== undefined}
            />
          ) : (
            <FrozenValue line={one} frozen={frozen} cursor={cursor} bare={unit !== undefined} />
          )}
        </span>
      ))}
      <TargetSaid lines={lines} />
      {[...devices.values()].map((device) =>
        device.is_connected ? (
          frozen === undefined && (
            <LiveAge
              key={device.number}
              deviceNumber={device.number}
              className={styles.away}
              ofRecord={ended.has(device.number) ? lines.map(({ variable }) => variable) : []}
            />
          )
        ) : (
          <span key={device.number} className={styles.away}>
            {t('state.disconnected')}
          </span>
        ),
      )}
    </figcaption>
  );
}

/** What the stripe behind the curves is. */
function TargetSaid({ lines }: Pick<CurveGroup, 'lines'>): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const found = useTargetOf(lines);
  if (found === undefined) return null;
  const { target, indicator } = found;
  const figure = (value: number) => formatFigure(value, indicator.decimals, language, indicator.isPace);
  const range = { from: figure(target.from), to: figure(target.to), unit: indicator.unit };
  return (
    <span className={styles.target}>
      {t('targets.label')} {t('targets.range', range)}
    </span>
  );
}

/** Colour and dash of a curve. */
export function Swatch({ stroke, line }: Pick<LiveLine, 'stroke' | 'line'>): ReactNode {
  return <span className={styles.swatch} style={{ borderTopColor: stroke, borderTopStyle: line }} />;
}

/** s; farther from the cursor there is no value. */
const nearSeconds = 1;

function FrozenValue(props: {
  line: LiveLine;
  frozen: Frozen;
  cursor: SharedCursor | undefined;
  bare: boolean;
}): ReactNode {
  const { line, frozen, cursor } = props;
  const { device, variable } = line;
  const samples = useSamples();
  const ended = useEndedNumbers();
  const language = useAppearance((appearance) => appearance.language);
  const { say, unit, decimals } = useLiveSayings()(variable);
  const read = (): string => {
    const kept = ended.has(device.number) ? samples.kept(device.number, variable.name) : undefined;
    const buffer = kept ?? samples.series(device.number, variable.name);
    const at = (frozen.ends.get(device.number) ?? 0) + (cursor?.time ?? frozen.window.to);
    const value = buffer?.valueNear(at, nearSeconds) ?? Number.NaN;
    const figure = say === undefined ? value : say.of(value);
    return formatFigure(Number.isNaN(figure) ? undefined : figure, decimals, language, say?.isPace === true);
  };
  return (
    <span className={styles.value}>
      <LiveText text={read} everyMilliseconds={30} />
      {!props.bare && <small className={styles.unit}> {unit}</small>}
    </span>
  );
}

/** ms between looks for gaps: each reads the whole window. */
const gapEvery = 500;

/** At whom something did not come within the window. */
function GapMark({ device, variable, frozen }: LiveLine & { frozen: Frozen | undefined }): ReactNode {
  const { t } = useTranslation('realtime');
  const samples = useSamples();
  const windowSeconds = useLiveWindow();
  const box = useRef<HTMLSpanElement>(null);
  const lookedMs = useRef(Number.NEGATIVE_INFINITY);
  usePainter((now) => {
    if (now - lookedMs.current < gapEvery || box.current === null) return false;
    lookedMs.current = now;
    const buffer = samples.series(device.number, variable.name);
    const end = frozen?.ends.get(device.number) ?? endOf(samples, device.number, [variable.name], now);
    const shown = frozen?.window ?? { from: -windowSeconds, to: 0 };
    box.current.hidden = !hasGap({ buffer, window: { from: end + shown.from, to: end + shown.to } });
    return false;
  });
  return (
    <span ref={box} className={styles.gap} title={t('curves.gap')} hidden>
      <Icon path={mdiAlertOutline} size={14} />
      <span className="visually-hidden">{t('curves.gap')}</span>
    </span>
  );
}
