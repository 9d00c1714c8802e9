import { nearestName } from '@sillage/signal/formula';
import { mostNodes } from './bounds.ts';
import { Cursor } from './cursor.ts';
import { type Flow, mergeWays } from './flow.ts';
import type { Action, Graph, Node } from './graph.ts';
import { LineProblem, type Problem, problemAt, refuseAt } from './problems.ts';
import { readRepeat, readStep } from './read-block-heads.ts';
import { demandTruth, readExpression } from './read-expression.ts';
import { emptyHeader, headerWords, readHeaderLine, usualLimit } from './read-header.ts';
import { readEnd, simpleStatements } from './read-statement.ts';
import { type KnownAnalyses, Scope, type VariableUnits } from './scope.ts';
import { type Line, problemOfLine } from './split-lines.ts';

export const mostProblems = 50;
const mostLevels = 12;
const mostChain = 50;
const openers = ['step', 'repeat', 'while', 'if', 'leave', 'end'];
const waiting: ReadonlySet<Action['do']> = new Set(['wait', 'ask', 'choose', 'analyse']);

export class Compiler {
  readonly problems: Problem[] = [];
  readonly #lines: readonly Line[];
  readonly #scope: Scope;
  readonly #nodes: Node[] = [];
  readonly #header = emptyHeader();
  /** Nodes that leave the loops around, to be sent behind them. */
  readonly #leaving: { readonly nodes: number[]; readonly isTrials: boolean }[] = [];
  #at = 0;
  #loops = 0;

  constructor(lines: readonly Line[], analyses: KnownAnalyses | undefined) {
    this.#lines = lines;
    this.#scope = new Scope(analyses);
  }

  get units(): VariableUnits {
    return this.#scope.units;
  }

  compile(): Graph {
    this.#readHeader();
    const start = this.#at;
    if (start < this.#lines.length) this.#block(this.#lines[start]?.indent ?? 0, 0);
    else if (this.problems.length === 0)
      this.#tell(problemAt({ line: this.#lines.at(-1)?.number ?? 1, column: 1, endColumn: 2 }, 'empty'));
    this.#emit({ do: 'end', verdict: 'done', text: null }, this.#lines.at(-1)?.number ?? 1);
    const { name, about, className, isCalibration, limitSeconds, params, indicators } = this.#header;
    const inputs = [...this.#scope.inputs.values()].map(({ measure: _, ...input }) => ({
      ...input,
      windowSeconds: this.#scope.windows.get(input.name) ?? 0,
    }));
    return {
      ...{
        name: name ?? { fr: '', en: '' },
        about,
        className,
        isCalibration,
        limitSeconds: limitSeconds ?? usualLimit,
      },
      ...{ params, inputs, indicators, nodes: this.#nodes },
    };
  }

  #readHeader(): void {
    const [first] = this.#lines;
    if (first?.tokens[0]?.text !== 'scenario') {
      this.#tell(
        problemAt({ line: first?.number ?? 1, column: 1, endColumn: (first?.text.length ?? 1) + 1 }, 'noHeader'),
      );
    }
    for (let line = this.#lines[0]; line !== undefined; line = this.#lines[++this.#at]) {
      const word = line.tokens[0]?.text ?? '';
      if (!headerWords.includes(word)) return;
      this.#read(line, (cursor) => readHeaderLine(cursor.take().text, cursor, this.#scope, this.#header));
    }
  }

  #tell(problem: Problem): void {
    if (this.problems.length < mostProblems * 2) this.problems.push(problem);
  }

  /** Reads a line; undefined, and its problem told, where it cannot be read. */
  #read<T>(line: Line, read: (cursor: Cursor) => T): T | undefined {
    try {
      return read(new Cursor(line));
    } catch (problem) {
      if (!(problem instanceof LineProblem)) throw problem;
      this.#tell(problem.problem);
      return undefined;
    }
  }

  #emit(action: Action, line: number): number {
    const at = this.#nodes.length;
    this.#nodes.push({ ...action, line, next: at + 1 });
    if (at === mostNodes)
      this.#tell(problemAt({ line, column: 1, endColumn: 2 }, 'tooManyLines', { fills: { most: mostNodes } }));
    return at;
  }

  /** The statements of one level, until a line stands further left. */
  #block(indent: number, level: number): Flow {
    let flow: Flow = { falls: true, waits: false };
    for (let line = this.#lines[this.#at]; line !== undefined && line.indent >= indent; line = this.#lines[this.#at]) {
      if (line.indent > indent || (level === 0 && line.indent < indent)) {
        this.#tell(problemOfLine(line, 'badIndent'));
        this.#at++;
        continue;
      }
      if (!flow.falls) this.#tell(problemOfLine(line, 'unreachable'));
      const one = this.#statement(line, level);
      flow = { falls: one.falls, waits: flow.waits || one.waits };
    }
    const next = this.#lines[this.#at];
    if (level === 0 && next !== undefined) {
      this.#tell(problemOfLine(next, 'badIndent'));
      this.#at++;
      return this.#block(next.indent, 0);
    }
    return flow;
  }

  #statement(line: Line, level: number): Flow {
    this.#at++;
    const word = line.tokens[0]?.text ?? '';
    if (word === 'step') return this.#step(line, level);
    if (word === 'repeat') return this.#repeat(line, level);
    if (word === 'while') return this.#while(line, level);
    if (word === 'if') return this.#if(line, level);
    if (word === 'leave') return this.#leave(line);
    const action = this.#read(line, (cursor) => this.#simple(cursor));
    if (action === undefined) return { falls: true, waits: true };
    this.#emit(action, line.number);
    return { falls: action.do !== 'end', waits: waiting.has(action.do) };
  }

  #simple(cursor: Cursor): Action {
    const token = cursor.take();
    const { text } = token;
    if (text === 'else') refuseAt(token, 'elseWithoutIf');
    if (headerWords.includes(text)) refuseAt(token, 'headerLate', { fills: { name: text } });
    const read = text === 'end' ? readEnd : Object.hasOwn(simpleStatements, text) ? simpleStatements[text] : undefined;
    if (token.kind !== 'word' || read === undefined) {
      const known = [...Object.keys(simpleStatements), ...openers];
      return refuseAt(token, 'unknownStatement', { fills: { name: text }, instead: nearestName(text, known) });
    }
    const action = read(cursor, this.#scope, token);
    cursor.end();
    return action;
  }

  /** The block under a line. */
  #below(line: Line, level: number): Flow {
    const next = this.#lines[this.#at];
    if (next === undefined || next.indent <= line.indent) {
      this.#tell(problemOfLine(line, 'blockMissing'));
      return { falls: true, waits: true };
    }
    if (level + 1 > mostLevels) {
      this.#tell(problemOfLine(next, 'tooDeep', { fills: { most: mostLevels } }));
      while ((this.#lines[this.#at]?.indent ?? 0) > line.indent) this.#at++;
      return { falls: true, waits: true };
    }
    return this.#block(next.indent, level + 1);
  }

  #step(line: Line, level: number): Flow {
    const step = this.#read(line, (cursor) => readStep(cursor, this.#scope));
    if (step) this.#emit(step, line.number);
    return this.#below(line, level);
  }

  /** A block that may not run, or not to its end: what it sets is not sure to be set behind it. */
  #unsure(run: () => Flow): Flow {
    const [set, analysed] = [new Set(this.#scope.set), new Set(this.#scope.analysed)];
    const flow = run();
    this.#scope.set = set;
    this.#scope.analysed = analysed;
    return flow;
  }

  #loop(line: Line, level: number, isTrials = false): Flow {
    this.#leaving.push({ nodes: [], isTrials });
    return this.#below(line, level);
  }

  /** Sends those who leave the loop behind it. */
  #close(): void {
    for (const at of this.#leaving.pop()?.nodes ?? []) this.#send(at, this.#nodes.length);
  }

  #send(at: number, next: number): void {
    const node = this.#nodes[at];
    if (node) node.next = next;
  }

  #repeat(line: Line, level: number): Flow {
    const loop = this.#loops++;
    const isInTrial = this.#leaving.some(({ isTrials }) => isTrials);
    const head = this.#read(line, (cursor) => readRepeat(cursor, this.#scope, isInTrial));
    this.#emit({ do: 'begin', loop }, line.number);
    const at = this.#emit(
      {
        do: 'repeat',
        loop,
        count: head?.count ?? { op: 'constant', value: 0 },
        counter: head?.counter ?? null,
        ...(head?.trial && { trial: head.trial }),
        after: 0,
      },
      line.number,
    );
    const run = () => this.#loop(line, level, head?.trial !== undefined);
    const flow = head?.isSure ? run() : this.#unsure(run);
    if (flow.falls) this.#emit({ do: 'go' }, line.number);
    if (flow.falls) this.#send(this.#nodes.length - 1, at);
    this.#patchAfter(at);
    this.#close();
    return { falls: true, waits: Boolean(head?.isSure) && flow.waits };
  }

  #patchAfter(at: number): void {
    const node = this.#nodes[at];
    const after = this.#nodes.length;
    if (node?.do === 'repeat') this.#nodes[at] = { ...node, after };
    if (node?.do === 'branch') this.#nodes[at] = { ...node, otherwise: after };
  }

  #condition(line: Line, skip: number): Action {
    const condition = this.#read(line, (cursor) => {
      for (let i = 0; i < skip; i++) cursor.take();
      const given = readExpression(cursor, this.#scope);
      demandTruth(given);
      cursor.end();
      return given.code;
    });
    const isLoop = line.tokens[0]?.text === 'while';
    return { do: 'branch', condition: condition ?? { op: 'constant', value: false }, otherwise: 0, isLoop };
  }

  #while(line: Line, level: number): Flow {
    const at = this.#emit(this.#condition(line, 1), line.number);
    const flow = this.#unsure(() => this.#loop(line, level));
    if (flow.falls && !flow.waits) this.#tell(problemOfLine(line, 'endless'));
    if (flow.falls) this.#send(this.#emit({ do: 'go' }, line.number), at);
    this.#patchAfter(at);
    this.#close();
    return { falls: true, waits: false };
  }

  #if(line: Line, level: number, chain = 0): Flow {
    const at = this.#emit(this.#condition(line, chain === 0 ? 1 : 2), line.number);
    const before = { set: new Set(this.#scope.set), analysed: new Set(this.#scope.analysed) };
    const yes = this.#below(line, level);
    const then = { set: this.#scope.set, analysed: this.#scope.analysed };
    const next = this.#lines[this.#at];
    const isElse = next !== undefined && next.indent === line.indent && next.tokens[0]?.text === 'else';
    Object.assign(this.#scope, before);
    if (!isElse) {
      this.#patchAfter(at);
      return { falls: true, waits: false };
    }
    const over = yes.falls ? this.#emit({ do: 'go' }, line.number) : undefined;
    this.#patchAfter(at);
    this.#at++;
    const no =
      next.tokens[1]?.text === 'if' ? this.#if(next, level, this.#chained(next, chain)) : this.#else(next, level);
    if (over !== undefined) this.#send(over, this.#nodes.length);
    this.#scope.set = mergeWays([yes, then.set], [no, this.#scope.set]);
    this.#scope.analysed = mergeWays([yes, then.analysed], [no, this.#scope.analysed]);
    return { falls: yes.falls || no.falls, waits: (yes.waits || !yes.falls) && (no.waits || !no.falls) };
  }

  /** So many `else if` in a row. */
  #chained(line: Line, chain: number): number {
    if (chain === mostChain) this.#tell(problemOfLine(line, 'tooDeep', { fills: { most: mostChain } }));
    return chain + 1;
  }

  #else(line: Line, level: number): Flow {
    this.#read(line, (cursor) => {
      cursor.take();
      cursor.end();
    });
    return this.#below(line, level);
  }

  #leave(line: Line): Flow {
    this.#read(line, (cursor) => {
      const token = cursor.take();
      if (this.#leaving.length === 0) refuseAt(token, 'leaveOutsideLoop');
      cursor.end();
    });
    const loop = this.#leaving.at(-1);
    loop?.nodes.push(this.#emit({ do: 'go', ...(loop.isTrials && { endsTrials: true }) }, line.number));
    return { falls: false, waits: false };
  }
}
