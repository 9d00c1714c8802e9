import { analyses } from '@sillage/analysis';
import type { ScenarioResult, Translated } from '@sillage/contract';
import type { RecordAnalysed } from './run-devices.ts';

/** An analysis, and of which device. */
interface Asked {
  readonly device: number;
  readonly analysis: string;
}

/** The name of an analysis, as people read it. */
export const titleOfAnalysis = (id: string): Translated =>
  analyses.find((analysis) => analysis.id === id)?.name ?? { fr: id, en: id };

/** Its program would have named them: they are called as the analysis calls them. */
export function resultsOf({ device, analysis }: Asked, { values }: RecordAnalysed): ScenarioResult[] {
  const outputs = analyses.find(({ id }) => id === analysis)?.outputs ?? {};
  return Object.entries(values).flatMap(([name, { value, unit }]) => {
    const title = outputs[name]?.name;
    return value === null
      ? []
      : [{ number: device, name: `${analysis}.${name}`, ...(title && { title }), value, unit }];
  });
}

export const sayRefused = ({ device, analysis }: Asked, { fr, en }: Translated): Translated => ({
  fr: `Capteur ${device}, ${titleOfAnalysis(analysis).fr}\u00a0: ${fr}`,
  en: `Device ${device}, ${titleOfAnalysis(analysis).en}: ${en}`,
});

/** @param days for which it waited */
export const sayAbandoned = ({ device, analysis }: Asked, days: number): Translated => ({
  fr: `Capteur ${device}, ${titleOfAnalysis(analysis).fr}\u00a0: analyse abandonnée, son enregistrement n’est pas arrivé en ${days} jours.`,
  en: `Device ${device}, ${titleOfAnalysis(analysis).en}: analysis abandoned, its record did not come within ${days} days.`,
});

export const sayDeleted = ({ device, analysis }: Asked): Translated => ({
  fr: `Capteur ${device}, ${titleOfAnalysis(analysis).fr}\u00a0: analyse abandonnée, son enregistrement a été supprimé.`,
  en: `Device ${device}, ${titleOfAnalysis(analysis).en}: analysis abandoned, its record was deleted.`,
});
