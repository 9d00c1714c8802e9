import { analysisOf, isBadAsk, isRefused, runAnalysis, type Variable } from '@sillage/analysis';
import { answerRecordings } from './answer-recordings.ts';
import { type Bench, median, milliseconds } from './figure.ts';

const rounds = 15;
const gravity = 9.81;

function run(id: string, variables: readonly Variable[]) {
  const analysis = analysisOf(id);
  if (analysis === undefined) throw new Error(`no analysis ${id}`);
  const found = runAnalysis(analysis, variables);
  if (isRefused(found) || isBadAsk(found)) throw new Error(`${id}: ${JSON.stringify(found)}`);
  return found;
}

/** Samples of a signal at a rate. */
function variable(name: string, unit: string, seconds: number, rateHz: number, of: (t: number) => number): Variable {
  const timesSeconds = Float64Array.from({ length: seconds * rateHz }, (_, i) => i / rateHz);
  return { name, unit, timesSeconds, values: timesSeconds.map(of) };
}

/** Stands, lets go, pushes, flies, lands. */
const jump = (t: number) => {
  const weight = 70 * gravity;
  const push = (0.3 * 0.5) / 1.2 + 2.4 / gravity / 1.2;
  if (t < 2) return weight + Math.sin(44 * t);
  if (t < 2.3) return weight / 2;
  if (t < 2.3 + push) return weight * 2.2;
  return t < 2.3 + push + 4.8 / gravity ? 0 : weight + Math.sin(44 * t);
};
/** Thirty strokes a minute: a short drive, a long recovery. */
const boat = (t: number) => {
  const part = (t / 2) % 1;
  return part < 0.4 ? 4 * Math.sin((Math.PI * part) / 0.4) : -1.7 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
};

async function timeOf(work: () => unknown, times: number): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await milliseconds(work));
  return median(all);
}

export const bench: Bench = {
  name: 'analysis',
  async *run() {
    const force = variable('fztot', 'N', 5, 1200, jump);
    yield {
      name: 'countermovement jump, 5 s at 1.2 kHz',
      ...{ measured: await timeOf(() => run('cmj', [force]), 200), goal: { atMost: 2 }, unit: 'ms' },
    };
    const power = variable('power', 'W', 4 * 3600, 1, (t) => 200 + 80 * Math.sin(t / 50));
    yield {
      name: 'power of a ride, 4 h at 1 Hz',
      ...{ measured: await timeOf(() => run('cyclingPower', [power]), rounds), goal: { atMost: 50 }, unit: 'ms' },
    };
    const rowed = variable('acc_x', 'm/s²', 7200, 200, boat);
    const before = process.memoryUsage().rss;
    let most = before;
    const measured = await timeOf(() => {
      const { cycles } = run('rowingStrokes', [rowed]);
      if (cycles.length < 2000) throw new Error(`${cycles.length} strokes`);
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    yield { name: 'rowing, 2 h at 200 Hz', measured, goal: { atMost: 2000 }, unit: 'ms' };
    yield {
      name: 'rowing, memory beyond its signals',
      ...{ measured: (most - before) / 1024 ** 2, goal: { atMost: 300 }, unit: 'MB' },
    };
    const { asked, refused, codes } = answerRecordings();
    const byRule = [...codes].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
    yield {
      name: 'real recordings refused, by whatever fits their variables',
      ...{ measured: (100 * refused) / asked, goal: { atMost: 100 }, unit: '%' },
      note: `of ${asked} runs: ${byRule.join(', ')}`,
    };
  },
};
