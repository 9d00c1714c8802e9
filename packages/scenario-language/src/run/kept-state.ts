import { scenarioBounds } from '../program.ts';
import { freshState, type RunState } from './state.ts';

/** The state as text, for the program of that mark; null where it is larger than may be kept. */
export function writeState(state: RunState, mark: number): string | null {
  const text = JSON.stringify({ version: 1, mark, state });
  return text.length > scenarioBounds.keptBytes ? null : text;
}

/** The state that was kept of a program of that mark; undefined where it is none of it. */
export function readState(text: string, mark: number, nodes: number): RunState | undefined {
  if (text.length > scenarioBounds.keptBytes) return undefined;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(kept) || kept.version !== 1 || kept.mark !== mark || !isRecord(kept.state)) return undefined;
  const { at, now, devices } = kept.state;
  const isPlace = typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < nodes;
  if (!isPlace || typeof now !== 'number' || !Array.isArray(devices)) return undefined;
  // Written by writeState alone, of this very program: its mark says so. An older version did not know all of it.
  return { ...freshState(), ...kept.state } as unknown as RunState;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
