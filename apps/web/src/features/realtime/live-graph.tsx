import type { RealtimeDataKey } from '@sillage/contract';
import { limits } from '@sillage/contract';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { athleteNames, recordTimeAt } from '@sillage/domain';
import { useAppearance } from '../../base/appearance.ts';
import { type ChartState, chartOptions } from '../../charts/chart-options.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useInView } from '../../charts/use-in-view.ts';
import { useSize } from '../../charts/use-size.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { useLiveLink } from '../../live/live.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
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
  const who = athleteNames(device.users) || device.name;
  return (
    <figure className={styles.graph} aria-label={`${who}, ${labels(variables, language)}`}>
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
      <Plot {...props} />
    </figure>
  );
}

const nothingDrawn = { versions: [-1], atMs: Number.NEGATIVE_INFINITY, points: 0 } as const;

function labels(variables: readonly RealtimeDataKey[], language: 'fr' | 'en'): string {
  return variables.map((key) => key.description[language]).join(', ');
}

function Plot({ group, windowSeconds, strokes }: LiveGraphProps): ReactNode {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const language = useAppearance((appearance) => appearance.language);
  const compact = useScreenSize() === 'phone';
  const { chart, font } = useChartTheme();
  const samples = useSamples();
  const plot = useRef<uPlot | null>(null);
  const visible = useInView(ref);
  const link = useLiveLink();
  const ended = useHasDeviceEnded(group.device.number);
  const state = useRef<ChartState>({ window: { from: 0, to: 1 }, y1: undefined, y2: undefined, bands: [] });
  const drawn = useRef<{ versions: readonly number[]; atMs: number; points: number }>(nothingDrawn);
  const sayingOf = useLiveSayings();
  const said = useMemo(() => group.variables.map(sayingOf), [group.variables, sayingOf]);
  const isPace = said.some(({ say }) => say?.isPace);
  const leastSpan = Math.max(...said.map((one) => one.leastSpan));
  const strokeKey = strokes.join();
  const variableKey = group.variables.map((key) => key.name).join();

  useEffect(() => {
    const element = ref.current;
    if (element === null || width === 0 || height === 0) return;
    const series = strokeKey.split(',').map((stroke, index) => ({
      variable: variableKey.split(',')[index] ?? '',
      timesSeconds: new Float64Array(),
      values: new Float64Array(),
      stroke,
      axis: 'y1' as const,
      line: index % 2 === 1 ? ('dashed' as const) : ('solid' as const),
      isPace,
    }));
    const options = chartOptions(
      { width, height, series, colours: chart, font, language, timeAxis: true, compact },
      state.current,
    );
    for (const one of options.series.slice(1)) {
      one.points = { show: (self) => self.data[0].length < limits.liveMarkersBelow, size: 4 };
    }
    const made = new uPlot(options, [[], ...series.map(() => [])], element);
    plot.current = made;
    drawn.current = nothingDrawn;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [ref, width, height, chart, font, language, compact, strokeKey, variableKey, isPace]);

  // Another window or unit is another drawing.
  useEffect(() => {
    if (windowSeconds > 0 && said.length > 0) drawn.current = nothingDrawn;
  }, [windowSeconds, said]);

  usePainter((now) => {
    if (plot.current === null) return false;
    const { number } = group.device;
    const kept = ended ? group.variables.map((key) => samples.kept(number, key.name)) : [];
    const isKept = kept.some((buffer) => buffer !== undefined && buffer.length > 0);
    const buffers = isKept ? kept : group.variables.map((key) => samples.series(number, key.name));
    const versions = buffers.map((buffer) => buffer?.version ?? 0);
    const before = drawn.current;
    const stepMs = (stepPixels * windowSeconds * 1000) / width;
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
    state.current.window = window;
    state.current.y1 = range;
    plot.current.setData(data);
    return true;
  });

  return <div ref={ref} className={styles.plot} aria-hidden="true" />;
}
