import type { Browser } from 'playwright-core';

/** Another library, and ms that it takes from points in memory to the frame that shows them. */
export interface Peer {
  readonly name: string;
  readonly milliseconds: number;
}

const rounds = 30;
/** Points of a curve: first, lowest, highest and last of each pixel column. */
const pointsAPixel = 4;

const files = { Plotly: 'plotly.js-dist-min/plotly.min.js', ECharts: 'echarts/dist/echarts.min.js' } as const;

/** Runs in the page: other points in another window each time, as after a zoom. */
const makeCurves = `
  window.makeCurves = (curves, points, round) => {
    const from = round * 10, span = 3600 / (1 + (round % 7));
    const x = Array.from({ length: points }, (_, i) => from + (span * i) / points);
    const y = Array.from({ length: curves }, (_, curve) =>
      x.map((t, i) => Math.sin(t * (0.4 + 0.05 * curve)) * 4 + ((i * 7919) % 13) / 26));
    return { from, to: from + span, x, y };
  };
  window.untilShown = () => new Promise((resolve) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = resolve;
    after.port2.postMessage(0);
  }));
`;

const draw = {
  Plotly: `async (made, first) => {
    const data = made.y.map((y) => ({ x: made.x, y, type: 'scatter', mode: 'lines', line: { width: 1.6 } }));
    const layout = { xaxis: { range: [made.from, made.to] }, showlegend: false, margin: { l: 46, r: 8, t: 8, b: 24 } };
    await (first ? Plotly.newPlot : Plotly.react)('plot', data, layout, { staticPlot: true });
  }`,
  ECharts: `async (made, first) => {
    window.chart ??= echarts.init(document.getElementById('plot'));
    chart.setOption({
      animation: false,
      grid: { left: 46, right: 8, top: 8, bottom: 24 },
      xAxis: { type: 'value', min: made.from, max: made.to },
      yAxis: { type: 'value' },
      series: made.y.map((y) => ({ type: 'line', showSymbol: false, silent: true, lineStyle: { width: 1.6 }, data: y.map((v, i) => [made.x[i], v]) })),
    });
    chart.getZr().flush();
  }`,
} as const;

/** Draws as many curves of as many points as the record view with other libraries, in the same browser. */
export async function drawWithPeers(
  browser: Browser,
  { resolve }: { resolve(file: string): string },
  { curves, width, height }: { readonly curves: number; readonly width: number; readonly height: number },
): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const name of ['Plotly', 'ECharts'] as const) {
    const page = await browser.newPage({ viewport: { width, height } });
    const [plotWidth, plotHeight] = [width - 360, height - 300];
    await page.setContent(`<div id="plot" style="width:${plotWidth}px;height:${plotHeight}px"></div>`);
    await page.addScriptTag({ path: resolve(files[name]) });
    await page.addScriptTag({ content: makeCurves });
    const times = await page.evaluate<number[]>(`(async () => {
      const draw = ${draw[name]};
      const times = [];
      for (let round = 0; round < ${rounds}; round++) {
        const made = makeCurves(${curves}, ${plotWidth * pointsAPixel}, round);
        const start = performance.now();
        await draw(made, round === 0);
        await untilShown();
        if (round > 2) times.push(performance.now() - start);
      }
      return times;
    })()`);
    await page.close();
    peers.push({ name, milliseconds: times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN });
  }
  return peers;
}
