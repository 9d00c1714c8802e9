import type { Translated } from '@sillage/contract';
import { formatChrono, sayBytes, sayCount, sayList } from '@sillage/domain';
import type { Decoded, DecodeProblem } from './decode-task.ts';

/** What decoding says to people. */

export function beginsDecoding(basename: string): Translated {
  return { fr: `Décodage de «\u00a0${basename}\u00a0».`, en: `Decoding “${basename}”.` };
}

export function endedDecoding({ modules, availableData, durationSeconds, sizeBytes }: Decoded): Translated {
  const samples = Object.values(modules).reduce((sum, module) => sum + module.samples, 0);
  const time = formatChrono(durationSeconds);
  const said = sayList([
    sayCount(Object.keys(modules).length, { fr: ['module', 'modules'], en: ['module', 'modules'] }),
    sayCount(Object.keys(availableData).length, { fr: ['variable', 'variables'], en: ['variable', 'variables'] }),
    sayCount(samples, { fr: ['mesure', 'mesures'], en: ['sample', 'samples'] }),
    { fr: `durée ${time}`, en: `${time} long` },
    sayBytes(sizeBytes),
  ]);
  return { fr: `Enregistrement décodé\u00a0: ${said.fr}.`, en: `Record decoded: ${said.en}.` };
}

/** Warnings beyond those that were told. */
export function moreFindings(count: number): Translated {
  const said = sayCount(count, {
    fr: ['autre avertissement', 'autres avertissements'],
    en: ['more warning', 'more warnings'],
  });
  return { fr: `${said.fr}\u00a0: voyez l’enregistrement.`, en: `${said.en}: see the record.` };
}

export const failedDecoding: Translated = {
  fr: 'Le décodage a échoué. Les mesures reçues sont gardées ; relancez le décodage.',
  en: 'Decoding failed. The samples received are kept; decode again.',
};

export const cancelledDecoding: Translated = {
  fr: 'Le décodage a été annulé. Les mesures reçues sont gardées ; relancez le décodage.',
  en: 'Decoding was cancelled. The samples received are kept; decode again.',
};

/** A record that was decoded before, and now cannot be. */
export function earlierSignalsStay(why: Translated): Translated {
  return {
    fr: `Le nouveau décodage n’a pas abouti ; les mesures du précédent restent. ${why.fr}`,
    en: `Decoding again did not succeed; the samples of the earlier one stay. ${why.en}`,
  };
}

/** A problem as a sentence for the user. */
export function problemSentence(problem: DecodeProblem): Translated {
  switch (problem.problem) {
    case 'noSource':
      return {
        fr: 'Le fichier source de cet enregistrement n’est plus là.',
        en: 'The source file of this record is gone.',
      };
    case 'unknownFormat':
      return { fr: 'Format de fichier non reconnu.', en: 'Unknown file format.' };
    case 'damagedHeader':
      return {
        fr: `L’en-tête du fichier est illisible (${problem.reason}).`,
        en: `The header of the file cannot be read (${problem.reason}).`,
      };
    case 'noSamples':
      return { fr: 'Il n’y a aucune mesure lisible.', en: 'There is no readable sample.' };
    case 'noTime':
      return {
        fr: 'Le fichier n’a pas de colonne de temps. Renvoyez-le en indiquant sa fréquence.',
        en: 'The file has no time column. Send it again with its rate.',
      };
  }
}
