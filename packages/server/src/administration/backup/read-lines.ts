import { readWorkingText } from '../../platform/files/index.ts';

/**
 * Lines of a file, without their ends. `tooLong` makes the problem that a line beyond `maximumLength` characters is, so
 * that no file without line ends fills the memory.
 */
export async function* readLines(path: string, maximumLength: number, tooLong: () => Error): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of readWorkingText(path)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maximumLength) throw tooLong();
    yield* lines;
  }
  if (rest !== '') yield rest;
}
