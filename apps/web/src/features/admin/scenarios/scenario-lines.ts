import { StreamLanguage } from '@codemirror/language';

const heads = ['scenario', 'about', 'class', 'calibration', 'limit', 'param', 'input', 'indicator'];
const statements = [
  ...['step', 'prompt', 'clear', 'beep', 'record', 'selection', 'analyse', 'explain', 'result', 'let', 'ask', 'choose'],
  ...['wait', 'call', 'repeat', 'while', 'if', 'else', 'leave', 'end'],
];
const others = [
  ...[
    'en',
    'from',
    'to',
    'of',
    'optional',
    'countdown',
    'number',
    'as',
    'start',
    'stop',
    'short',
    'long',
    'within',
    'for',
  ],
  ...['or', 'and', 'not', 'button', 'recorded', 'joined', 'anyone', 'still', 'times', 'failed', 'in', 'last'],
];
const wordsAt = new Map<string, string>([
  ...heads.map((word) => [word, 'definitionKeyword'] as const),
  ...[...statements, ...others].map((word) => [word, 'keyword'] as const),
  ...['true', 'false', 'none', 'timed_out', 'pressed', 'elapsed', 'athletes'].map((word) => [word, 'atom'] as const),
]);

/** The language of lines as it is coloured; what is wrong with it the server says. */
export const scenarioLines = StreamLanguage.define<null>({
  name: 'scenario',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (Array.isArray(word)) return wordsAt.get(word[0] ?? '') ?? 'variableName';
    stream.next();
    return 'operator';
  },
  languageData: { commentTokens: { line: '#' } },
});
