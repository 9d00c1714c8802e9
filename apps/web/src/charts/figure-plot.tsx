import type { Figure, Language } from '@sillage/contract';
import { type ReactNode, useMemo } from 'react';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage } from '../base/notify.ts';
import { formatQuantity } from '../ui/format-quantity.ts';
import { printedUnit } from '../ui/printed-unit.ts';
import { decadeMarksOf, marksOf } from './axis-marks.ts';
import styles from './figure-plot.module.css';
import { densityPaths, densitySteps, type FigureScale, scaleOf, seriesPath } from './figure-scale.ts';
import { type LineLook, lookOfLines } from './line-look.ts';

type Series = Figure['series'][number];

/** So many points are drawn large; more of them are a cloud, behind what explains them. */
const fewPoints = 60;
/** Numbers along an axis. */
const wantedMarks = 5;

/** A figure of an analysis, as wide as its place: points, curves, many thin curves, a band around a mean. */
export function FigurePlot({ figure }: { figure: Figure }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const scale = useMemo(() => scaleOf(figure), [figure]);
  const name = inPageLanguage(figure.name);
  if (scale === undefined) return null;
  const looks = lookOfLines(figure.series);
  const legend = figure.series.map((series) => inPageLanguage(series.name)).join(', ');
  return (
    <figure className={styles.figure}>
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${scale.width} ${scale.height}`} role="img" aria-label={`${name}\u00a0: ${legend}`}>
        <Axes figure={figure} scale={scale} language={language} />
        {figure.series
          .toSorted((a, b) => Number(isCloud(b)) - Number(isCloud(a)))
          .map((series) => (
            <Drawn key={`${series.kind}${series.name.en}`} series={series} scale={scale} look={looks.get(series)} />
          ))}
      </svg>
      {figure.series.length > 1 && (
        <ul>
          {figure.series.map((series) => (
            <li key={`${series.kind}${series.name.en}`} data-kind={series.kind} data-side={series.side}>
              <i aria-hidden="true" style={inLegend(looks.get(series))} />
              {inPageLanguage(series.name)}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

const inLegend = (look: LineLook | undefined) =>
  look && { borderTop: `${look.width}px ${look.isDashed ? 'dashed' : 'solid'} ${look.colour}` };

const isCloud = ({ kind, x }: Series) => kind === 'points' && x.length > fewPoints;

function Axes({ figure, scale, language }: { figure: Figure; scale: FigureScale; language: Language }): ReactNode {
  const { left, right, top, bottom, x, y } = scale;
  const marks = figure.is_logarithmic ? decadeMarksOf(...scale.xRange) : marksOf(...scale.xRange, wantedMarks);
  const named = ({ name, unit }: Figure['x']) =>
    `${inPageLanguage(name)}${unit === '' || unit === '1' ? '' : ` (${printedUnit(unit, language)})`}`;
  const text = (value: number, all: readonly number[], { unit }: Figure['x']) =>
    formatQuantity(value, { unit, decimals: decimalsOf(all) }, language);
  const yMarks = marksOf(...scale.yRange, wantedMarks);
  return (
    <g className={styles.axes}>
      {yMarks.map((mark) => (
        <g key={mark}>
          <line data-zero={mark === 0} x1={left} x2={right} y1={y(mark)} y2={y(mark)} />
          <text x={left - 6} y={y(mark) + 4} textAnchor="end">
            {text(mark, yMarks, figure.y)}
          </text>
        </g>
      ))}
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={x(mark)} x2={x(mark)} y1={bottom} y2={bottom + 4} />
          <text x={x(mark)} y={bottom + 16} textAnchor="middle">
            {text(mark, marks, figure.x)}
          </text>
        </g>
      ))}
      <text x={left} y={top - 8}>
        {named(figure.y)}
      </text>
      <text x={right} y={bottom + 32} textAnchor="end">
        {named(figure.x)}
      </text>
    </g>
  );
}

/** Decimals that tell neighbouring marks apart. */
function decimalsOf(marks: readonly number[]): number {
  const step =
    marks.length < 2 ? Math.abs(marks[0] ?? 1) : Math.min(...marks.slice(1).map((one, i) => one - (marks[i] ?? 0)));
  return step > 0 ? Math.min(6, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : 0;
}

interface DrawnProps {
  readonly series: Series;
  readonly scale: FigureScale;
  readonly look: LineLook | undefined;
}

function Drawn({ series, scale, look }: DrawnProps): ReactNode {
  switch (series.kind) {
    case 'points':
      return (
        <g className={styles.points} data-cloud={isCloud(series)}>
          {series.x.map((one, i) => {
            const value = series.y[i];
            const place = { cx: scale.x(one), r: isCloud(series) ? 1.5 : 3 };
            // biome-ignore lint/suspicious/noArrayIndexKey: points are what they are by their order
            return value == null ? null : <circle key={i} {...place} cy={scale.y(value)} />;
          })}
        </g>
      );
    case 'density':
      return (
        <g className={styles.density}>
          {densityPaths(series, scale).map((path, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is what it is by its order
            <path key={step} d={path} fillOpacity={(0.7 * (step + 1)) / densitySteps} />
          ))}
        </g>
      );
    case 'band':
    case 'strands':
    case 'line':
      return (
        <path
          className={styles[series.kind]}
          data-side={series.side}
          style={
            look && { stroke: look.colour, strokeWidth: look.width, strokeDasharray: look.isDashed ? '5 3' : 'none' }
          }
          d={seriesPath(series, scale)}
        />
      );
  }
}
