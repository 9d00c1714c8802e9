import { limits, type Refusal, refuse } from '@sillage/contract';

/** JSON of a request: undefined when empty; refused when malformed, too deep, reaching for a prototype, or with text that no database keeps. */
export function parseJson(text: string): { value: unknown } | Refusal {
  if (text.trim() === '') return { value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text, refusePoison);
  } catch {
    return refuse('request.malformed');
  }
  return deeperThan(value, limits.jsonBodyDepth) ? refuse('request.malformed') : { value };
}

function refusePoison(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ in JSON');
  if (!isKept(key) || (typeof value === 'string' && !isKept(value))) throw new SyntaxError('NUL or half a character');
  return value;
}

/** Neither text nor JSON of the database holds a NUL or half of a surrogate pair. */
function isKept(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Walks level by level, so that no input can exhaust the stack. */
function deeperThan(value: unknown, maximum: number): boolean {
  let level: object[] = isObject(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maximum) return true;
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
