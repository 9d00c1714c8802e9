import { limits, type Refusal, refuse } from '@sillage/contract';

/**
 * JSON of a request: undefined when empty; refused when malformed, too deep, of too many values to be read in one go,
 * reaching for a prototype, or with text that no database keeps.
 */
export function parseJson(text: string): { value: unknown } | Refusal {
  if (text.trim() === '') return { value: undefined };
  const unread = refuseUnread(text);
  if (unread !== undefined) return unread;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('request.malformed');
  }
  // Only an escape or the word itself can hide what is not taken.
  const isSuspect = text.includes('\\u') || text.includes('__proto__') || !text.isWellFormed();
  return isSuspect && !isTaken(value) ? refuse('request.malformed') : { value };
}

const quote = 0x22;
const backslash = 0x5c;
const [comma, colon] = [0x2c, 0x3a];
const [openArray, openObject, closeArray, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Counts names, values and levels before anything is made of them: a megabyte of small ones takes most of a second. */
function refuseUnread(text: string): Refusal | undefined {
  let values = 1;
  /** Of the lists and objects that are open, the innermost last. */
  const members: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = endOfString(text, at);
      continue;
    }
    if (character === openArray || character === openObject) {
      if (members.push(1) > limits.jsonBodyDepth) return refuse('request.malformed');
    } else if (character === closeArray || character === closeObject) {
      members.pop();
      continue;
    } else if (character === comma) {
      const more = (members.pop() ?? 0) + 1;
      if (more > limits.jsonBodyMembers) return refuse('request.tooManyValues', { maximum: limits.jsonBodyMembers });
      members.push(more);
    } else if (character !== colon) continue;
    if (++values > limits.jsonBodyValues) return refuse('request.tooManyValues', { maximum: limits.jsonBodyValues });
  }
  return undefined;
}

/** Where the string that begins at a quote ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function isTaken(value: unknown): boolean {
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'string' && !isKept(one)) return false;
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one)) for (const item of one) left.push(item);
    else {
      for (const [key, field] of Object.entries(one)) {
        if (key === '__proto__' || !isKept(key)) return false;
        left.push(field);
      }
    }
  }
  return true;
}

/** Neither text nor JSON of the database holds a NUL or half of a surrogate pair. */
function isKept(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
