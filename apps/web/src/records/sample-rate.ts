import { SampleRateHz } from '@sillage/contract';

/** Whole Hz as somebody typed them; undefined for nothing, `invalid` for what no download and no upload takes. */
export function readRate(text: string): number | undefined | 'invalid' {
  const typed = text.trim();
  if (typed === '') return undefined;
  const rate = SampleRateHz.safeParse(Number(typed.replace(',', '.')));
  return rate.success ? rate.data : 'invalid';
}
