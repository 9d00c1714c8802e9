import type { Queryable } from '../../platform/database/index.ts';
import { chosenValue, readParameters } from './read-parameters.ts';

/**
 * What a client wants of its new records: what begins their names, "" for none, and s after which one that nobody stopped
 * is stopped, undefined = never.
 */
export async function readRecordRules(
  db: Queryable,
  clientId: number,
): Promise<{ namePrefix: string; stopAfterSeconds: number | undefined }> {
  const held = await readParameters(db, { table: 'Client', id: clientId });
  const minutes = chosenValue(held, 'general::enregistrement::arret_auto');
  return {
    namePrefix: String(chosenValue(held, 'general::enregistrement::nom') ?? ''),
    stopAfterSeconds: typeof minutes === 'number' ? minutes * 60 : undefined,
  };
}

/** h of the buffer at most, whatever a client wants. */
const mostBufferHours = 24;

/** Whether a client wants kept what its devices send while nobody records, and for how many h. */
export async function readBufferRules(db: Queryable, clientId: number): Promise<{ isOn: boolean; hours: number }> {
  const held = await readParameters(db, { table: 'Client', id: clientId });
  const hours = chosenValue(held, 'general::tampon::duree');
  return {
    isOn: chosenValue(held, 'general::tampon::actif') === true,
    hours: typeof hours === 'number' ? Math.min(hours, mostBufferHours) : 0,
  };
}
