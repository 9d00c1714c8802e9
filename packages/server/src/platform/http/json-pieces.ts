import { nextTurn } from '../clock/index.ts';

/** Children of an array or an object above which it is written in pieces. */
const childrenInOnePiece = 100;
/** Characters of a piece, unless a child alone has more. */
const pieceCharacters = 65_536;

/** Whether a body's JSON would hold the event loop long: it, or something directly in it, has many children. */
export function isLong(body: unknown): body is object {
  return (
    isContainer(body) && (hasMany(body) || Object.values(body).some((child) => isContainer(child) && hasMany(child)))
  );
}

/** The very text of `JSON.stringify`, in pieces; other work goes on between them. */
export async function* jsonPieces(body: object): AsyncGenerator<string> {
  let text = '';
  for (const token of tokens(body, true)) {
    text += token;
    if (text.length < pieceCharacters) continue;
    yield text;
    text = '';
    await nextTurn();
  }
  yield text;
}

/** JSON of what has many children, child by child; `outer` ones are looked into whatever they have. */
function* tokens(container: object, isOuter = false): Generator<string> {
  if ('toJSON' in container || !(isOuter || hasMany(container))) {
    yield JSON.stringify(container);
    return;
  }
  const isList = Array.isArray(container);
  yield isList ? '[' : '{';
  let isFirst = true;
  for (const [name, child] of isList ? container.entries() : Object.entries(container)) {
    const isThere = isWritten(child);
    if (!isThere && !isList) continue;
    yield `${isFirst ? '' : ','}${isList ? '' : `${JSON.stringify(name)}:`}`;
    isFirst = false;
    if (isContainer(child)) yield* tokens(child);
    else yield isThere ? JSON.stringify(child) : 'null';
  }
  yield isList ? ']' : '}';
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isWritten = (value: unknown) => !['undefined', 'function', 'symbol'].includes(typeof value);

function hasMany(container: object): boolean {
  return (Array.isArray(container) ? container : Object.keys(container)).length > childrenInOnePiece;
}
