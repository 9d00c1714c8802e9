import type { DeviceProblem } from '@sillage/contract';
import type { DeviceSession } from './device-session.ts';

/** µs by which a device's clock may be off before its dates are not believed. */
const wrongClockUs = 86_400e6;

/** What keeps a device from being recorded as it should, said so that somebody can mend it; nothing while all is well. */
export function problemsOf(session: DeviceSession, monotonicMs: number): DeviceProblem[] {
  const { connected, meta, metaProblem, records, clock } = session;
  const problems: DeviceProblem[] = [];
  const field = metaProblem ?? (connected && meta === undefined ? 'meta: not published' : undefined);
  if (field !== undefined) {
    problems.push({
      code: 'device.notDescribed',
      message: {
        fr: `Le capteur ne se décrit pas de façon lisible (${field})\u00a0: il ne peut pas enregistrer.`,
        en: `The device does not describe itself legibly (${field}): it cannot record.`,
      },
    });
  }
  const offsetUs = connected ? (clock.known?.offsetUs ?? 0) : 0;
  if (Math.abs(offsetUs) > wrongClockUs) {
    const days = Math.round(Math.abs(offsetUs) / wrongClockUs);
    problems.push({
      code: 'clock.wrong',
      message: {
        fr: `L’horloge du capteur est décalée de ${days} j\u00a0: mettez-la à l’heure. Ses enregistrements sont datés par le serveur.`,
        en: `The clock of the device is ${days} d off: set it. Its records are dated by the server.`,
      },
    });
  }
  if (session.connectsAgainAndAgain(monotonicMs)) {
    problems.push({
      code: 'connection.unsteady',
      message: {
        fr: 'Le capteur se reconnecte sans cesse\u00a0: le réseau est mauvais, ou deux capteurs portent ce numéro.',
        en: 'The device connects again and again: the network is bad, or two devices have this number.',
      },
    });
  }
  const journal = records.journalState;
  if (journal !== 'ok') {
    problems.push({
      code: `journal.${journal}`,
      message: {
        fr: 'Ce que le capteur mesure n’atteint pas le disque du serveur\u00a0: il le garde, et sera relu ensuite.',
        en: 'What the device measures does not reach the server’s disk: it keeps it, and is read again later.',
      },
    });
  }
  return problems;
}
