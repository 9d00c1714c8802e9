import type { Finding } from '../recording.ts';

/** What reading a FIT file says to people. */

export const cutFit: Finding = {
  type: 'WARN',
  msg: {
    fr: 'Le fichier FIT est coupé avant sa fin\u00a0: ce qui est là est gardé.',
    en: 'The FIT file is cut off before its end: what is there is kept.',
  },
};

export const wrongChecksum: Finding = {
  type: 'WARN',
  msg: {
    fr: 'La somme de contrôle du fichier FIT est fausse\u00a0: des valeurs peuvent être abîmées.',
    en: 'The checksum of the FIT file is wrong: some values may be damaged.',
  },
};

export function damagedFit(at: number): Finding {
  return {
    type: 'ERROR',
    msg: {
      fr: `Le fichier FIT est abîmé à partir de l’octet ${at}\u00a0: ce qui précède est gardé. Exportez-le de nouveau de la montre ou de son site.`,
      en: `The FIT file is damaged from byte ${at} on: what comes before is kept. Export it again from the watch or its site.`,
    },
  };
}

export function lostRecords(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Mesures sans date crédible, laissées de côté\u00a0: ${count}.`,
      en: `Records without a credible date, left out: ${count}.`,
    },
  };
}

export function movedRecords(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le temps recule ${count} fois\u00a0: les mesures ont été remises dans l’ordre du temps.`,
      en: `The time goes back ${count} times: the samples were put in order of time.`,
    },
  };
}

export function tooManyLaps(most: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le fichier a plus de ${most} tours\u00a0: les suivants ne sont pas devenus des sélections.`,
      en: `The file has more than ${most} laps: those beyond did not become selections.`,
    },
  };
}
