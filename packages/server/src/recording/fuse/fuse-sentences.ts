import type { FusionType, Translated } from '@sillage/contract';
import { formatChrono, sayCount } from '@sillage/domain';

/** What fusing says to people. */

const types: Readonly<Record<FusionType, Translated>> = {
  gps: { fr: 'heure GPS', en: 'GPS time' },
  start_rec: { fr: 'début commun', en: 'common start' },
  time: { fr: 'heure des horloges', en: 'time of the clocks' },
  synchro: { fr: 'mouvements communs', en: 'common movements' },
};

export function beginsFusing(count: number, type: FusionType): Translated {
  const said = sayCount(count, { fr: ['enregistrement', 'enregistrements'], en: ['record', 'records'] });
  return { fr: `Fusion de ${said.fr}, par ${types[type].fr}.`, en: `Fusing ${said.en}, by ${types[type].en}.` };
}

export function liesAt(name: string, offsetSeconds: number): Translated {
  const s = offsetSeconds.toFixed(3);
  return {
    fr: `«\u00a0${name}\u00a0» commence ${s.replace('.', ',')} s après le premier.`,
    en: `“${name}” begins ${s} s after the first.`,
  };
}

export function endedFusing(name: string, durationSeconds: number): Translated {
  const time = formatChrono(durationSeconds);
  return {
    fr: `«\u00a0${name}\u00a0» est fait, durée ${time}\u00a0; il est décodé à part. Ses parties restent.`,
    en: `“${name}” is made, ${time} long; it is decoded on its own. Its parts stay.`,
  };
}
