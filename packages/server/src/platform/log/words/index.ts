import type { Translated } from '@sillage/contract';
import { deviceWords } from './devices.ts';
import { engineWords } from './engines.ts';
import { recordingWords } from './recording.ts';
import { scenarioWords } from './scenarios.ts';
import { serverWords } from './server.ts';

export { tallyWords, valueWords } from './kinds.ts';

/**
 * Every line that the program logs: its sentence for who reads the file, its stable code, and what people read of it
 * in their language. `{name}` is the line's field of that name.
 */
export const logWords = {
  ...deviceWords,
  ...recordingWords,
  ...engineWords,
  ...scenarioWords,
  ...serverWords,
} satisfies Record<string, Translated & { readonly code: string }>;

export type LogSentence = keyof typeof logWords;
