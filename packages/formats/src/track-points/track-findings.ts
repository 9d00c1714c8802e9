import type { Finding } from '../recording.ts';

/** What reading a GPX or TCX says to people. */

export function damagedTrack(line: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le fichier est abîmé à la ligne ${line}\u00a0: ce qui en est lisible est gardé.`,
      en: `The file is damaged in line ${line}: what can be read of it is kept.`,
    },
  };
}

export function lostPoints(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Points sans date crédible, laissés de côté\u00a0: ${count}.`,
      en: `Points without a credible date, left out: ${count}.`,
    },
  };
}

export function unreadableValues(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Valeurs de points qui ne sont pas des nombres lisibles, laissées vides\u00a0: ${count}.`,
      en: `Values of points that are no readable numbers, left empty: ${count}.`,
    },
  };
}

export function movedPoints(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le temps recule ${count} fois\u00a0: les points ont été remis dans l’ordre du temps.`,
      en: `The time goes back ${count} times: the points were put in order of time.`,
    },
  };
}

export function tooManyParts(most: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le fichier a plus de ${most} tours ou segments\u00a0: les suivants ne sont pas devenus des sélections.`,
      en: `The file has more than ${most} laps or segments: those beyond did not become selections.`,
    },
  };
}
