import { type FileProblem, isProblem, type Recording, readCsvFile, utf8 } from '../index.ts';

export function good(result: Recording | FileProblem): Recording {
  if (isProblem(result)) throw new Error(JSON.stringify(result));
  return result;
}
export const read = (text: string | Uint8Array, rateHz?: number) =>
  good(readCsvFile(typeof text === 'string' ? utf8(text) : text, rateHz));

/** Times, and values by name. */
export function table(recording: Recording) {
  const [module] = recording.modules;
  const values = Object.fromEntries(
    (module?.columns ?? []).map(({ name }, i) => [name, [...(module?.values[i] ?? [])]]),
  );
  return { times: [...(module?.timesSeconds ?? [])], values };
}
/** What is said of a file, in English. */
export const said = ({ findings }: Recording) => findings.map(({ msg }) => msg.en);
