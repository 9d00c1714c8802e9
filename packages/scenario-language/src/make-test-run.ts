import { compileText } from './compile-text.ts';
import type { ParamValue, ScenarioCommand, ScenarioProgram } from './program.ts';
import { startText } from './run/start-text.ts';

export function compiled(source: string) {
  const found = compileText(source);
  if ('problems' in found) throw new Error(JSON.stringify(found.problems, null, 1));
  return found.program;
}

/** A run whose events are written in short, 100 Hz of `plate.force` in blocks of 0.1 s. */
export class TestRun {
  readonly told: ScenarioCommand[] = [];
  program: ScenarioProgram;
  now = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
    this.program = startText(compiled(source));
  }

  async start(params: Record<string, ParamValue> = {}, devices = [1]): Promise<void> {
    const list = devices.map((number) => ({ number, athlete: null }));
    this.told.push(...(await this.program.handle({ type: 'start', atSeconds: this.now, params, devices: list })));
  }

  /** Force over so many seconds. */
  async force(value: number | ((seconds: number) => number), seconds: number, device = 1): Promise<void> {
    for (let block = 0; block < Math.round(seconds * 10); block++) {
      const column = Float64Array.from({ length: 10 }, (_, i) =>
        typeof value === 'number' ? value : value(block / 10 + i / 100),
      );
      this.now += 0.1;
      const columns = { 'plate.force': column };
      this.told.push(
        ...(await this.program.handle({ type: 'samples', atSeconds: this.now, device, rateHz: 100, columns })),
      );
    }
  }

  async time(seconds: number): Promise<void> {
    this.now += seconds;
    this.told.push(...(await this.program.handle({ type: 'time', atSeconds: this.now })));
  }

  async send(event: Parameters<ScenarioProgram['handle']>[0]): Promise<void> {
    this.told.push(...(await this.program.handle(event)));
  }

  /** As after a restart: what was kept, in a new program. */
  restart(): void {
    this.program = startText(compiled(this.#source), this.program.keep() ?? undefined);
  }

  /** What was told, in short words. */
  get words(): string[] {
    return this.told.map((one) => {
      if (one.type === 'step') return `step ${one.id}`;
      if (one.type === 'prompt') {
        const value = one.kind === 'number' ? ` ${one.value} ${one.unit}` : '';
        const until = one.untilSeconds === undefined ? '' : ` until ${one.untilSeconds.toFixed(2)}`;
        return `${one.kind} ${one.text.en}${value}${until}${one.device === null ? '' : ` @${one.device}`}`;
      }
      if (one.type === 'result') return `result ${one.name} ${one.value} ${one.unit}`.trim();
      if (one.type === 'record' || one.type === 'selection') return `${one.type} ${one.action}`;
      if (one.type === 'analyse') return `analyse ${one.analysis} ${one.window?.map((at) => at.toFixed(2)).join('–')}`;
      if (one.type === 'trial')
        return `trial ${one.begins ? `${one.begins.title.en} of ${one.begins.of}` : '-'} ${one.before}`;
      if (one.type === 'end') return `end ${one.verdict}`;
      return one.type === 'error' ? `error ${one.text.en}` : one.type;
    });
  }
}
