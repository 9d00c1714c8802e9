import type { ScenarioLanguage } from '@sillage/contract';

const text = `# Un enregistrement guidé : à copier, puis à changer.
scenario "Enregistrement guidé" en "Guided record"
about "Appuyez, un décompte, une mesure de la durée choisie." en "Press, a countdown, a measure of the chosen duration."
class GuidedRecordScenario
param length duration = 10 s from 2 s to 600 s "Durée de la mesure" en "Duration of the measure"

step ready "Prêt" en "Ready"
  prompt "Appuyez pour commencer" en "Press to begin"
  wait button
step countdown_step "Décompte" en "Countdown"
  wait 3 s countdown "Attention" en "Ready"
  beep long
  record start
step measure "Mesure" en "Measure"
  selection start "Mesure"
  wait length or button countdown "Mesure en cours" en "Measuring"
  selection stop
  record stop
  beep end
  result length = length
end
`;

const python = `"""Un enregistrement guidé : à copier, puis à changer."""


def on_start():
    ui.prompt("Appuyez pour commencer", "Press to begin")


def on_button(device):
    record.start()
`;

/** A source to begin with, in each language. */
export const examples: Readonly<Record<ScenarioLanguage, { readonly filename: string; readonly source: string }>> = {
  txt: { filename: 'exemple.txt', source: text },
  py: { filename: 'exemple.py', source: python },
};
