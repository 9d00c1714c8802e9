import {
  type api,
  type BodyOf,
  ConfigContent,
  isRefusal,
  type Refusal,
  refuse,
  type Sensor,
  type SensorEdit,
} from '@sillage/contract';
import { fillSensorTemplate, judgeConfig, judgeDefault, judgeParameter, templateHoles } from '@sillage/domain';
import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm';
import {
  containsEveryWord,
  type Db,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { conflictOf, foundIn, insertRow, listOfClient, mayReachClient, newUid, updateRow } from '../tenancy/index.ts';
import { standardSensors } from './standard-sensors.ts';

const { clientSensors, sensors, settings } = tables;
const providedMark = 'sensors.provided';

/** Adds the sensors that every server begins with, once in its life. */
export async function ensureSensors(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const fresh = await tx
      .insert(settings)
      .values({ key: providedMark, value: true })
      .onConflictDoNothing()
      .returning({ key: settings.key });
    if (fresh.length === 0) return;
    await tx
      .insert(sensors)
      .values(standardSensors.map((sensor) => ({ uid: newUid(), ...sensor })))
      .onConflictDoNothing();
  });
}

export function pageOfSensors(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listSensors>,
): Promise<Listed<Sensor>> {
  const where = and(
    visibleSensors(db, viewer),
    query.clientIds.length === 0
      ? undefined
      : usableBy(
          db,
          query.clientIds.filter((id) => mayReachClient(viewer, id)),
        ),
    containsEveryWord([sensors.name, sensors.type], query.search),
  );
  return readPage(db, { table: sensors, select: selectSensors(db), where, sortBy: [sensors[query.sort_by]], query });
}

/** Every sensor that a client may use, by name. */
export function sensorsOfClient(db: Queryable, viewer: Viewer, clientId: number): Promise<Listed<Sensor> | Refusal> {
  return listOfClient(db, viewer, clientId, async () =>
    selectSensors(db)
      .where(usableBy(db, [clientId]))
      .orderBy(asc(sensors.name)),
  );
}

export function findSensor(db: Queryable, viewer: Viewer, id: number): Promise<Sensor | Refusal> {
  return foundIn(selectSensors(db).where(and(eq(sensors.id, id), visibleSensors(db, viewer))));
}

/** The sensor of a name, of those that the caller may use. */
export function sensorNamed(db: Queryable, viewer: Viewer, name: string): Promise<Sensor | Refusal> {
  return foundIn(selectSensors(db).where(and(eq(sensors.name, name), visibleSensors(db, viewer))));
}

export async function addSensor(
  db: Db,
  viewer: Viewer,
  given: BodyOf<typeof api.createSensor>,
): Promise<Sensor | Refusal> {
  const { name, type, advanced, allclients, comment, parameters = {}, config = '{}' } = given;
  const row = { name, type, parameters, config };
  const refusal = refuseTemplate(row);
  if (isRefusal(refusal)) return refusal;
  const id = await conflictOf('name', () =>
    insertRow(db, sensors, { ...row, advanced, allclients, comment, uid: newUid() }),
  );
  return isRefusal(id) ? id : findSensor(db, viewer, id);
}

export async function editSensor(db: Db, viewer: Viewer, id: number, edit: SensorEdit): Promise<Sensor | Refusal> {
  const changed = await conflictOf('name', () =>
    db.transaction(async (tx) => {
      // The template and its values are judged together: two edits at once come one after the other.
      await tx.select({ id: sensors.id }).from(sensors).where(eq(sensors.id, id)).for('no key update');
      const before = await findSensor(tx, viewer, id);
      if (isRefusal(before)) return before;
      const { parameters = before.parameters, config = before.config } = edit;
      const refusal = refuseTemplate({ parameters, config });
      return refusal ?? updateRow(tx, sensors, id, edit);
    }),
  );
  return isRefusal(changed) ? changed : findSensor(db, viewer, id);
}

export async function deleteSensor(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  const found = await findSensor(db, viewer, id);
  if (isRefusal(found)) return found;
  await db.delete(sensors).where(eq(sensors.id, id));
  return undefined;
}

/** Clients to whom a sensor was given by name. */
export function countClientsOf(db: Queryable, sensorId: number): Promise<number> {
  return db.$count(clientSensors, eq(clientSensors.sensorId, sensorId));
}

/** The part of a configuration that a sensor makes with these values; others are its defaults. */
export function fillSensor(
  { config: template, parameters }: Sensor,
  values: BodyOf<typeof api.fillSensorTemplate>['parameters'],
): { config: Record<string, unknown> } | Refusal {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const rule = parameter === undefined ? 'unknown' : judgeParameter(parameter.type, value);
    if (rule !== undefined) fields[`parameters.${name}`] = rule;
  }
  if (Object.keys(fields).length > 0) return refuse('request.invalid', {}, fields);
  const filled = fillSensorTemplate(template, parameters, values);
  if ('broken' in filled) return refuse('config.invalid', { reason: template.slice(0, 100) });
  const broken = 'modules' in filled.config ? judgeConfig(filled.config) : undefined;
  return broken === undefined
    ? filled
    : refuse('config.invalid', { reason: broken.where }, { parameters: broken.rule });
}

/** Refuses defaults that break their rule, and a template that its defaults make no JSON or no configuration of. */
function refuseTemplate({ parameters, config }: Pick<Sensor, 'parameters' | 'config'>): Refusal | undefined {
  const fields: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const rule = judgeDefault(name, parameter);
    if (rule !== undefined) fields[`parameters.${name}.default`] = rule;
  }
  if (Object.keys(fields).length > 0) return refuse('request.invalid', {}, fields);
  const filled = fillSensorTemplate(config, parameters);
  if ('broken' in filled) fields.config = filled.broken;
  else if ('modules' in filled.config && hasDefaults(config, parameters)) {
    const broken = judgeConfig(filled.config);
    if (broken !== undefined) return refuse('config.invalid', { reason: broken.where }, { config: broken.rule });
  }
  return Object.keys(fields).length === 0 ? undefined : refuse('request.invalid', {}, fields);
}

/** Whether a template can be filled without being given anything. */
function hasDefaults(template: string, parameters: Sensor['parameters']): boolean {
  return templateHoles(template).every((name) => parameters[name]?.default !== null);
}

function visibleSensors(db: Queryable, viewer: Viewer): SQL | undefined {
  return viewer.scope === 'everything' ? undefined : usableBy(db, [viewer.principal.clientId]);
}

/** Sensors for all, and those given to one of these clients; for no client at all there are none. */
function usableBy(db: Queryable, clientIds: readonly number[]): SQL | undefined {
  const given = db
    .select({ id: clientSensors.sensorId })
    .from(clientSensors)
    .where(inArray(clientSensors.clientId, [...clientIds, -1]));
  const forAll = clientIds.length === 0 ? undefined : eq(sensors.allclients, true);
  return or(forAll, inArray(sensors.id, given));
}

const selectSensors = (db: Queryable) => db.select().from(sensors).$dynamic();

/** A configuration of sensors, by their names, with the defaults of each. */
export async function configOfSensors(db: Queryable, names: readonly string[]): Promise<ConfigContent> {
  const rows = await selectSensors(db).where(inArray(sensors.name, [...names]));
  const parts = names.map((name) => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) throw new Error(`there is no sensor ${name}`);
    const filled = fillSensorTemplate(row.config, row.parameters);
    if ('broken' in filled) throw new Error(`the template of ${name} cannot be filled (${filled.broken})`);
    return ConfigContent.parse(filled.config);
  });
  return { modules: Object.assign({}, ...parts.map(({ modules }) => modules)) };
}
