import type { ScenarioLanguage } from '@sillage/contract';

const text = `# Un enregistrement guidé\u00a0: à copier, puis à changer.
scenario "Enregistrement guidé" en "Guided record"
about "Appuyez, un décompte, une mesure de la durée choisie." en "Press, a countdown, a measure of the chosen duration."
param length duration = 10 s from 2 s to 600 s "Durée de la mesure" en "Duration of the measure"

step ready "Prêt" en "Ready"
  prompt "Appuyez pour commencer" en "Press to begin"
  wait button
step countdown_step "Décompte" en "Countdown"
  prompt "Attention" en "Ready" countdown 3 s
  wait 3 s
  beep long
  record start
step measure "Mesure" en "Measure"
  selection start "Mesure"
  prompt "Mesure en cours" en "Measuring" countdown length
  wait length or button
  selection stop
  record stop
  beep end
  result length = length "Durée mesurée" en "Measured duration"
end
`;

const python = `#: scenario "Enregistrement guidé" en "Guided record"
#: about "À copier, puis à changer." en "To be copied, then changed."
#: param length duration = 10 s from 2 s to 600 s "Durée de la mesure" en "Duration of the measure"
#: limit 20 min

until = None


def on_start(devices):
    ui.step("ready", "Prêt", "Ready")
    ui.prompt("Appuyez pour commencer", "Press to begin")


def on_button(device):
    global until
    if until is None:
        record.start()
        until = scenario.now() + params.length
        ui.step("measure", "Mesure", "Measure")
        ui.countdown(params.length, "Mesure en cours", "Measuring")


def on_time(now):
    if until is not None and now >= until:
        record.stop()
        result.set("length", params.length, "s", fr="Durée mesurée", en="Measured duration")
        scenario.finish("Terminé", "Done")
`;

/** The scenario of the product that is the example of lines. */
export const guidedRecord = text.replace('about ', 'class GuidedRecordScenario\nabout ');

/** A source to begin with, in each language. */
export const examples: Readonly<Record<ScenarioLanguage, { readonly filename: string; readonly source: string }>> = {
  txt: { filename: 'exemple.txt', source: text },
  py: { filename: 'exemple.py', source: python },
};
