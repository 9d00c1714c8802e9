import { analyses } from '@sillage/analysis';
import type { ScenarioResult, Translated } from '@sillage/contract';
import type { RecordAnalysed } from './run-devices.ts';

/** An analysis, of which device, and of which of its trials. */
export interface Asked {
  readonly device: number;
  readonly analysis: string;
  readonly of: string | null;
}

/** The name of an analysis, as people read it. */
export const titleOfAnalysis = (id: string): Translated =>
  analyses.find((analysis) => analysis.id === id)?.name ?? { fr: id, en: id };

const ofTrial = (of: string | null): string => (of === null ? '' : ` (${of})`);

/** Its program would have named them: they are called as the analysis calls them. */
export function resultsOf({ device, analysis, of }: Asked, { values }: RecordAnalysed): ScenarioResult[] {
  const outputs = analyses.find(({ id }) => id === analysis)?.outputs ?? {};
  return Object.entries(values).flatMap(([name, { value, unit }]) => {
    const title = outputs[name]?.name;
    if (value === null) return [];
    const titled = title && { title: { fr: title.fr + ofTrial(of), en: title.en + ofTrial(of) } };
    return [{ number: device, name: `${analysis}.${name}${ofTrial(of)}`, ...titled, value, unit }];
  });
}

export const sayRefused = ({ device, analysis, of }: Asked, { fr, en }: Translated): Translated => ({
  fr: `Capteur ${device}, ${titleOfAnalysis(analysis).fr}${ofTrial(of)}\u00a0: ${fr}`,
  en: `Device ${device}, ${titleOfAnalysis(analysis).en}${ofTrial(of)}: ${en}`,
});

/** @param days for which it waited */
export const sayAbandoned = ({ device, analysis, of }: Asked, days: number): Translated => ({
  fr: `Capteur ${device}, ${titleOfAnalysis(analysis).fr}${ofTrial(of)}\u00a0: analyse abandonnée, son enregistrement n’est pas arrivé en ${days} jours.`,
  en: `Device ${device}, ${titleOfAnalysis(analysis).en}${ofTrial(of)}: analysis abandoned, its record did not come within ${days} days.`,
});

export const sayDeleted = ({ device, analysis, of }: Asked): Translated => ({
  fr: `Capteur ${device}, ${titleOfAnalysis(analysis).fr}${ofTrial(of)}\u00a0: analyse abandonnée, son enregistrement a été supprimé.`,
  en: `Device ${device}, ${titleOfAnalysis(analysis).en}${ofTrial(of)}: analysis abandoned, its record was deleted.`,
});
