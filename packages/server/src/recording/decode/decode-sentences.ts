import { type Refusal, refuse, type Translated } from '@sillage/contract';
import { formatChrono, sayBytes, sayCount, sayList } from '@sillage/domain';
import type { FileProblem } from '@sillage/formats';
import type { Film } from '@sillage/formats/film';
import type { Decoded, DecodeProblem } from './decode-task.ts';

/** What decoding says to people. */

export function beginsDecoding(basename: string): Translated {
  return { fr: `Décodage de «\u00a0${basename}\u00a0».`, en: `Decoding “${basename}”.` };
}

export function endedDecoding({ modules, availableData, durationSeconds, sizeBytes, film }: Decoded): Translated {
  if (film !== undefined) return endedFilm(film, sizeBytes);
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

export const lostEndOfFilm: Translated = {
  fr: 'La fin de cette vidéo manque. Copiez-la de nouveau depuis la caméra, puis envoyez-la.',
  en: 'The end of this video is missing. Copy it from the camera again, then send it.',
};

function endedFilm({ width, height, fps, durationSeconds }: Film, sizeBytes: number): Translated {
  const [time, rate] = [formatChrono(durationSeconds), fps === null ? undefined : Math.round(fps)];
  const said = sayList([
    { fr: `${width} × ${height}`, en: `${width} × ${height}` },
    ...(rate === undefined ? [] : [{ fr: `${rate} images/s`, en: `${rate} frames/s` }]),
    { fr: `durée ${time}`, en: `${time} long` },
    sayBytes(sizeBytes),
  ]);
  return { fr: `Vidéo lue\u00a0: ${said.fr}.`, en: `Video read: ${said.en}.` };
}

/** Warnings beyond those that were told. */
export function moreFindings(count: number): Translated {
  const said = sayCount(count, {
    fr: ['autre avertissement', 'autres avertissements'],
    en: ['more warning', 'more warnings'],
  });
  return { fr: `${said.fr}\u00a0: voyez l’enregistrement.`, en: `${said.en}: see the record.` };
}

/** A file of which a part lies before its own zero. */
export function beforeZero(beginsSeconds: number): Translated {
  const time = formatChrono(-beginsSeconds);
  return {
    fr: `Ce fichier commence ${time} avant son zéro, comme avec un pré-déclenchement. L’enregistrement commence à sa première mesure\u00a0: ses temps sont ceux du fichier plus ${time}, et sa date est d’autant plus tôt.`,
    en: `This file begins ${time} before its zero, as with a pre-trigger. The record begins with its first sample: its times are those of the file plus ${time}, and its date is earlier by as much.`,
  };
}

export const failedDecoding: Translated = {
  fr: 'Le décodage a échoué. Les mesures reçues sont gardées\u00a0; relancez le décodage.',
  en: 'Decoding failed. The samples received are kept; decode again.',
};

export const cancelledDecoding: Translated = {
  fr: 'Le décodage a été annulé. Les mesures reçues sont gardées\u00a0; relancez le décodage.',
  en: 'Decoding was cancelled. The samples received are kept; decode again.',
};

/** A record that is read without the changes that a decoding was to bring. */
export const cancelledSteps: Translated = {
  fr: 'Le décodage a été annulé\u00a0: les mesures sont celles d’avant le changement des étapes. Relancez le décodage.',
  en: 'Decoding was cancelled: the samples are those from before the steps were changed. Decode again.',
};

/** A record that was decoded before, and now cannot be. */
export function earlierSignalsStay(why: Translated): Translated {
  return {
    fr: `Le nouveau décodage n’a pas abouti\u00a0; les mesures du précédent restent. ${why.fr}`,
    en: `Decoding again did not succeed; the samples of the earlier one stay. ${why.en}`,
  };
}

/** A problem as a sentence for the user. */
export function problemSentence(problem: DecodeProblem): Translated {
  switch (problem.problem) {
    case 'unknownSource':
      return {
        fr: 'Ce fichier est d’un format que cette version de Sillage ne lit pas : mettez Sillage à jour, puis relancez le décodage.',
        en: 'This file is of a format that this version of Sillage does not read: update Sillage, then decode it again.',
      };
    case 'noSource':
      return refuse('record.noSource').body().message;
    case 'diskFull':
      return {
        fr: 'Le disque s’est rempli pendant le décodage. Les mesures sont gardées\u00a0; libérez de la place, puis relancez le décodage.',
        en: 'The disk became full during the decoding. The samples are kept; make room, then decode again.',
      };
    case 'nothingKept':
      return {
        fr: 'Les recadrages ne gardent aucune mesure. Coupez-en un\u00a0: l’original est intact.',
        en: 'The crops keep no sample. Switch one of them off: the original is untouched.',
      };
    case 'notDescribed':
      return {
        fr: `Le capteur ne s’est pas décrit de façon lisible (${problem.field})\u00a0: ses mesures ne peuvent pas être lues. Corrigez sa description ou mettez-le à jour, puis reconnectez-le\u00a0: ce qu’il a encore en mémoire est repris.`,
        en: `The device did not describe itself legibly (${problem.field}): its samples cannot be read. Correct its description or update it, then connect it again: what it still has in memory is fetched.`,
      };
    case 'noBlocks':
      return {
        fr: 'Aucune mesure lisible de cet enregistrement n’est arrivée du capteur. Ce qu’il a encore en mémoire est repris dès qu’il se reconnecte.',
        en: 'No readable sample of this record came from the device. What it still has in memory is fetched as soon as it connects again.',
      };
    default:
      return refuseFile(problem).body().message;
  }
}

/** What a file's problem is to the one who sent it. */
export function refuseFile(problem: FileProblem): Refusal {
  switch (problem.problem) {
    case 'unknownFormat':
      return refuse('file.unknownFormat');
    case 'otherFormat':
      return refuse(otherFormats[problem.kind], { format: problem.format });
    case 'damagedHeader':
      return refuse('file.damagedHeader', { reason: problem.reason });
    case 'noSamples':
      return refuse('file.noSamples');
    case 'noTime':
      return refuse('file.noTime', {}, { rate: 'required' });
    case 'pointsWithoutTime':
      return refuse('file.pointsWithoutTime');
    case 'noFilm':
      return refuse('file.noFilm');
    case 'damagedFilm':
      return refuse('file.damagedFilm', { reason: problem.reason });
    case 'constantTime':
      return refuse('file.constantTime');
    case 'timeRestarts':
      return refuse('file.timeRestarts', { line: problem.line });
    case 'wrongDate':
      return refuse('file.wrongDate', { line: problem.line });
    case 'tooManyColumns':
      return refuse('file.tooManyColumns', { maximum: problem.most });
    case 'noSuchColumn': {
      const { column, columns } = problem;
      return refuse('file.noSuchColumn', { column, columns }, { csv_mapping: 'unknown' });
    }
    case 'rowGroupTooLarge':
      return refuse('file.rowGroupTooLarge', { maximum: problem.most });
  }
}

const otherFormats = {
  compressed: 'file.compressed',
  notYet: 'file.formatNotYet',
  noSamples: 'file.notMeasurements',
  otherFilm: 'file.otherFilm',
} as const;
