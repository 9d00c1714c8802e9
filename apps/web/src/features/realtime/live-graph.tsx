import type { Language, RealtimeDataKey } from '@sillage/contract';
import { limits } from '@sillage/contract';
import { athleteNames, recordTimeAt } from '@sillage/domain';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { type PlotLook, usualLineWidth } from '../../charts/chart-options.ts';
import { Plot } from '../../charts/plot.tsx';
import type { PlotCanvas } from '../../charts/plot-canvas.ts';
import { useInView } from '../../charts/use-in-view.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { CurveGroup } from './curve-groups.ts';
import styles from './curves.module.css';
import { readGraphData, sameVersions } from './graph-data.ts';
import { useLiveSayings } from './live-sayings.ts';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useSamples } from './samples.tsx';
import { useHasDeviceEnded } from './use-ended.ts';

/** px by which a curve moves from one drawing to the next, at least: less is not seen and costs as much. */
const stepPixels = 3;

interface LiveGraphProps {
  readonly group: CurveGroup;
  /** s; the same for all graphs. */
  readonly windowSeconds: number;
  /** One a variable. */
  readonly strokes: readonly string[];
}

/** One graph that moves with the data; its header is legend and readout. */
export function LiveGraph(props: LiveGraphProps): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { device, variables } = props.group;
  const ended = useHasDeviceEnded(device.number);
  const figure = useRef<HTMLElement>(null);
  const visible = useInView(figure);
  const who = athleteNames(device.users) || device.name;
  return (
    <figure ref={figure} className={styles.graph} aria-label={`${who}, ${labels(variables, language)}`}>
      <figcaption className={styles.legend}>
        <span className={styles.who}>{who}</span>
        {variables.map((key, index) => (
          <span key={key.name} className={styles.item}>
            <span
              className={styles.swatch}
              style={{ borderTopColor: props.strokes[index], borderTopStyle: index % 2 === 1 ? 'dashed' : 'solid' }}
            />
            {key.description[language]}
            <LiveValue deviceNumber={device.number} variable={key} className={styles.value} ofRecord={ended} />
          </span>
        ))}
        {!device.is_connected && <span className={styles.away}>{t('state.disconnected')}</span>}
        <LiveAge deviceNumber={device.number} className={styles.away} ofRecord={ended ? variables : []} />
      </figcaption>
      <MovingCurves {...props} visible={visible} />
    </figure>
  );
}

const nothingDrawn = { versions: [-1], atMs: Number.NEGATIVE_INFINITY, points: 0 } as const;

function labels(variables: readonly RealtimeDataKey[], language: Language): string {
  return variables.map((key) => key.description[language]).join(', ');
}

/** The curves; painted, not rendered: each in the frame in which it has moved far enough. */
function MovingCurves(props: LiveGraphProps & { visible: RefObject<boolean> }): ReactNode {
  const { group, windowSeconds, strokes, visible } = props;
  const samples = useSamples();
  const canvas = useRef<PlotCanvas | undefined>(undefined);
  const link = useLiveLink();
  const ended = useHasDeviceEnded(group.device.number);
  const drawn = useRef<{ versions: readonly number[]; atMs: number; points: number }>(nothingDrawn);
  const sayingOf = useLiveSayings();
  const said = useMemo(() => group.variables.map(sayingOf), [group.variables, sayingOf]);
  const isPace = said.some(({ say }) => say?.isPace);
  const leastSpan = Math.max(...said.map((one) => one.leastSpan));
  const look: PlotLook = {
    series: strokes.map((stroke, index) => ({
      stroke,
      axis: 'y1',
      line: index % 2 === 1 ? 'dashed' : 'solid',
      isPace,
    })),
    lineWidth: usualLineWidth,
    x: 'time',
    timeAxis: true,
    rightAxes: 1,
    dotsBelow: limits.liveMarkersBelow,
  };

  // Another window or unit is another drawing.
  useEffect(() => {
    if (windowSeconds > 0 && said.length > 0) drawn.current = nothingDrawn;
  }, [windowSeconds, said]);

  usePainter((now) => {
    if (canvas.current === undefined) return false;
    const { number } = group.device;
    const kept = ended ? group.variables.map((key) => samples.kept(number, key.name)) : [];
    const isKept = kept.some((buffer) => buffer !== undefined && buffer.length > 0);
    const buffers = isKept ? kept : group.variables.map((key) => samples.series(number, key.name));
    const versions = buffers.map((buffer) => buffer?.version ?? 0);
    const before = drawn.current;
    const stepMs = (stepPixels * windowSeconds * 1000) / canvas.current.width;
    if (!visible.current || now - before.atMs < stepMs) return false;
    const moves = !isKept && !link.lost && before.points > 0;
    if (!moves && sameVersions(versions, before.versions)) return false;
    const edge = isKept ? undefined : samples.edge(number);
    const last = Math.max(0, ...buffers.map((buffer) => (buffer?.length ? buffer.timeAt(buffer.length - 1) : 0)));
    const to = edge === undefined ? last : recordTimeAt(edge, link.lost ? link.heardAtMs : now);
    const window = { from: to - windowSeconds, to };
    const { data, range, points } = readGraphData(buffers, window, {
      sayings: said.map(({ say }) => say),
      leastSpan,
    });
    drawn.current = { versions, atMs: now, points };
    canvas.current.show({ window, ranges: { y1: range }, bands: [] }, data);
    return true;
  });

  function onMade(made: PlotCanvas): () => void {
    canvas.current = made;
    drawn.current = nothingDrawn;
    return () => {
      canvas.current = undefined;
    };
  }
  return <Plot look={look} still onMade={onMade} />;
}
