import { type DisplaySettings, type ParameterValue, SpeedUnit } from '@sillage/contract';
import { asc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { builtInsOf } from './catalogue/index.ts';
import { generalId } from './find-target.ts';
import { chosenValue, readParameters } from './read-parameters.ts';

const { clientSports, sports } = tables;
const pace = 'aviron::affichage::unite_allure';

/** What screens of a client say values with: what is set for all, and the sports of the client that have a say. */
export async function readDisplaySettings(db: Queryable, clientId: number): Promise<DisplaySettings> {
  const general = await readParameters(db, { table: 'General', id: generalId });
  const speedUnit = SpeedUnit.parse(chosenValue(general, 'general::unites::vitesse'));
  const ofClient = await sportsOf(db, clientId);
  const own: DisplaySettings['sports'] = [];
  for (const { id, name } of ofClient) {
    if (!builtInsOf('Sport', name).some((one) => one.name === pace)) continue;
    const held = await readParameters(db, { table: 'Sport', id, sport: name });
    own.push({ sport_id: id, speed_unit: SpeedUnit.parse(chosenValue(held, pace)) });
  }
  return {
    shortest_record: numberOf(chosenValue(general, 'general::enregistrement::duree_min')),
    decimals: numberOf(chosenValue(general, 'general::affichage::decimales')),
    speed_unit: speedUnit,
    sports: own,
    live_speed_unit: ofClient.length === 1 ? (own[0]?.speed_unit ?? speedUnit) : speedUnit,
  };
}

/** Those that the client chose, else all. */
async function sportsOf(db: Queryable, clientId: number): Promise<{ id: number; name: string }[]> {
  const columns = { id: sports.id, name: sports.name };
  const chosen = await db
    .select(columns)
    .from(sports)
    .innerJoin(clientSports, eq(clientSports.sportId, sports.id))
    .where(eq(clientSports.clientId, clientId))
    .orderBy(asc(sports.id));
  return chosen.length > 0 ? chosen : db.select(columns).from(sports).orderBy(asc(sports.id));
}

const numberOf = (value: ParameterValue) => (typeof value === 'number' ? value : null);
