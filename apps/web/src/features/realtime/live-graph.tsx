import type { RealtimeDataKey } from '@sillage/contract';
import { limits } from '@sillage/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { athleteNames } from '@sillage/domain';
import { useAppearance } from '../../app/appearance.ts';
import { type ChartState, chartOptions } from '../../charts/chart-options.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useSize } from '../../charts/use-size.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import type { CurveGroup } from './curve-groups.ts';
import styles from './curves.module.css';
import { readGraphData, sameVersions } from './graph-data.ts';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useSamples } from './samples.tsx';

/** px between the marks of a y axis: close enough for three in the lowest graph. */
const markSpace = 18;

interface LiveGraphProps {
  readonly group: CurveGroup;
  readonly timeAxis: boolean;
  /** One a variable. */
  readonly strokes: readonly string[];
}

/** One graph that moves with the data; its header is legend and readout. */
export function LiveGraph(props: LiveGraphProps): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { device, variables } = props.group;
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
            <LiveValue deviceNumber={device.number} variable={key} className={styles.value} />
          </span>
        ))}
        {!device.is_connected && <span className={styles.away}>{t('state.disconnected')}</span>}
        <LiveAge deviceNumber={device.number} className={styles.away} />
      </figcaption>
      <Plot {...props} />
    </figure>
  );
}

function labels(variables: readonly RealtimeDataKey[], language: 'fr' | 'en'): string {
  return variables.map((key) => key.description[language]).join(', ');
}

function Plot({ group, timeAxis, strokes }: LiveGraphProps): ReactNode {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const language = useAppearance((appearance) => appearance.language);
  const compact = useScreenSize() === 'phone';
  const { chart, font } = useChartTheme();
  const samples = useSamples();
  const plot = useRef<uPlot | null>(null);
  const state = useRef<ChartState>({ window: { from: 0, to: 1 }, y1: [0, 1], y2: [0, 1], bands: [] });
  const drawn = useRef<readonly number[]>([]);
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
      dashed: index % 2 === 1,
    }));
    const options = chartOptions(
      { width, height, series, colours: chart, font, language, timeAxis, compact },
      state.current,
    );
    for (const one of options.series.slice(1)) {
      one.points = { show: (self) => self.data[0].length < limits.liveBufferPoints, size: 4 };
    }
    for (const axis of options.axes?.slice(1) ?? []) axis.space = markSpace;
    const made = new uPlot(options, [[], ...series.map(() => [])], element);
    plot.current = made;
    drawn.current = [];
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [ref, width, height, chart, font, language, timeAxis, compact, strokeKey, variableKey]);

  usePainter(() => {
    if (plot.current === null) return false;
    const buffers = group.variables.map((key) => samples.series(group.device.number, key.name));
    const versions = buffers.map((buffer) => buffer?.version ?? 0);
    if (sameVersions(versions, drawn.current)) return false;
    drawn.current = versions;
    const { data, window, range } = readGraphData(buffers);
    state.current.window = window;
    state.current.y1 = range;
    plot.current.setData(data);
    return true;
  });

  return <div ref={ref} className={styles.plot} aria-hidden="true" />;
}
