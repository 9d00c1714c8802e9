import type { Bench, Figure } from './figure.ts';
import type { ListSizes } from './lists-data.ts';
import { type ListPage, listPages } from './lists-pages.ts';
import { type FilledServer, startFilled } from './lists-server.ts';

const large: ListSizes = {
  users: 100_000,
  records: 1_000_000,
  tasks: 1_000_000,
  equipment: 10_000,
  catalogue: 1_000,
  clients: 100,
};
const small: ListSizes = {
  users: 1_000,
  records: 1_000,
  tasks: 1_000,
  equipment: 1_000,
  catalogue: 1_000,
  clients: 10,
};

const rounds = 25;
const warmUps = 3;
const goals = { milliseconds: 50, ratio: 3 };

/** Every list at 1,000 rows and at full size, asked in turn over HTTP. */
export const bench: Bench = {
  name: 'lists',
  async run(): Promise<Figure[]> {
    const few = await startFilled(small);
    const many = await startFilled(large);
    try {
      const figures: Figure[] = [];
      for (const page of listPages) figures.push(...(await compare(page, few, many)));
      return figures;
    } finally {
      await few.stop();
      await many.stop();
    }
  },
};

async function compare(page: ListPage, few: FilledServer, many: FilledServer): Promise<Figure[]> {
  const times = { few: [] as number[], many: [] as number[] };
  let total = 0;
  for (let round = -warmUps; round < rounds; round++) {
    const a = await few.ask(page);
    const b = await many.ask(page);
    total = b.total;
    if (round < 0) continue;
    times.few.push(a.ms);
    times.many.push(b.ms);
  }
  const [base, full] = [p95(times.few), p95(times.many)];
  const note = `${page.endpoint.path} as ${page.who}, ${total} in all, over HTTP; at 1,000 rows p95 ${base.toPrecision(3)} ms`;
  const name = `lists: ${page.name}`;
  return [
    { name: `${name}, p95`, measured: full, goal: { atMost: goals.milliseconds }, unit: 'ms', note },
    {
      name: `${name}, by the same at 1,000 rows`,
      measured: full / base,
      goal: { atMost: goals.ratio },
      unit: '×',
      note,
    },
  ];
}

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
