import {
  brokenRuleOf,
  CalibrationType,
  type FieldRule,
  FrequencyHz,
  type SensorParameterValue,
} from '@sillage/contract';
import { isTooDeep } from './judge-config.ts';

type Parameters = Readonly<Record<string, { readonly type: ParameterType; readonly default: SensorParameterValue }>>;
type ParameterType = 'int' | 'float' | 'string' | 'bool';

interface Piece {
  /** A parameter's name, or text as it stands. */
  readonly kind: 'hole' | 'text';
  readonly text: string;
  readonly inString: boolean;
}

/** The rule that a value breaks as a parameter of a type; null is none given, and always taken. */
export function judgeParameter(type: ParameterType, value: SensorParameterValue): FieldRule | undefined {
  if (value === null) return undefined;
  switch (type) {
    case 'int':
      if (typeof value !== 'number') return 'number';
      return Number.isSafeInteger(value) ? undefined : 'integer';
    case 'float':
      return typeof value === 'number' ? undefined : 'number';
    case 'string':
      return typeof value === 'string' ? undefined : 'invalidFormat';
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'invalidFormat';
  }
}

/** Parameters that are called as a key of configurations, and what that key takes there. */
const ofConfigurations = new Map<
  string,
  { readonly types: readonly ParameterType[]; readonly schema: typeof FrequencyHz | typeof CalibrationType }
>([
  ['rate', { types: ['int', 'float'], schema: FrequencyHz }],
  ['realtimeRate', { types: ['int', 'float'], schema: FrequencyHz }],
  ['calib_type', { types: ['string'], schema: CalibrationType }],
]);

/** The rule that a parameter's default breaks: of its type, and of the key of configurations that it is called as. */
export function judgeDefault(
  name: string,
  { type, default: value }: { readonly type: ParameterType; readonly default: SensorParameterValue },
): FieldRule | undefined {
  const broken = judgeParameter(type, value);
  const key = ofConfigurations.get(name);
  if (broken !== undefined || value === null || key?.types.includes(type) !== true) return broken;
  return brokenRuleOf(key.schema, value);
}

/** Names of the `{parameter}` holes of a template. */
export function templateHoles(template: string): string[] {
  return [...new Set(piecesOf(template).flatMap((piece) => (piece.kind === 'hole' ? [piece.text] : [])))];
}

/**
 * A template with its holes filled, parsed. A hole that stands alone becomes the JSON value; within a JSON string it
 * becomes text. Answers the rule that the template breaks: a hole without parameter, no JSON, or no object.
 */
export function fillSensorTemplate(
  template: string,
  parameters: Parameters,
  values: Readonly<Record<string, SensorParameterValue>> = {},
): { config: Record<string, unknown> } | { broken: FieldRule } {
  const of = new Map(Object.entries(parameters).map(([name, { default: value }]) => [name, value]));
  for (const [name, value] of Object.entries(values)) if (of.has(name)) of.set(name, value);
  if (templateHoles(template).some((name) => !of.has(name))) return { broken: 'templateHole' };
  const text = piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : filling(of.get(piece.text) ?? null, piece.inString)))
    .join('');
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    return { broken: 'json' };
  }
  return isObject(config) && !isTooDeep(config) ? { config } : { broken: 'invalidFormat' };
}

function filling(value: SensorParameterValue, inString: boolean): string {
  return inString ? JSON.stringify(value === null ? '' : String(value)).slice(1, -1) : JSON.stringify(value);
}

/** JSON never has a word right after a brace, so a hole cannot be mistaken for an object. */
function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let inString = false;
  for (const [text] of template.matchAll(/\{\w{1,50}\}|\\.|"|[^\\"{]+|\{|\\/gs)) {
    if (text === '"') inString = !inString;
    if (text.length > 2 && text.startsWith('{')) pieces.push({ kind: 'hole', text: text.slice(1, -1), inString });
    else pieces.push({ kind: 'text', text, inString });
  }
  return pieces;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
