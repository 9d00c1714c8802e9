import { FileRateHz, SampleRateHz } from '@sillage/contract';

/** Whole Hz of a download as somebody typed them; undefined for nothing, `invalid` for what no download takes. */
export const readRate = (text: string) => readTyped(text, SampleRateHz);

/** Hz at which a file was sampled, as somebody typed them; undefined for nothing, `invalid` for what no upload takes. */
export const readFileRate = (text: string) => readTyped(text, FileRateHz);

function readTyped(text: string, rule: typeof FileRateHz): number | undefined | 'invalid' {
  const typed = text.trim();
  if (typed === '') return undefined;
  const rate = rule.safeParse(Number(typed.replace(',', '.')));
  return rate.success ? rate.data : 'invalid';
}
