import { api, isRefusal } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { answersMay, effect, withoutEffects } from '../tenancy/index.ts';
import { addConfig, configsOfClient, deleteConfig, editConfig, findConfig, pageOfConfigs } from './configs.ts';
import { resolveConfig } from './resolve-config.ts';
import {
  addSensor,
  countClientsOf,
  deleteSensor,
  editSensor,
  fillSensor,
  findSensor,
  pageOfSensors,
  sensorsOfClient,
} from './sensors.ts';

/** Configurations of clients, and the sensors whose templates they are made of. */
export function configRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  const may = answersMay(api.configEndpoints);
  serve(api.listConfigs, ({ body, ...viewer }) => may.list(viewer, pageOfConfigs(db, viewer, body)));
  serve(api.listClientConfigs, ({ params, ...viewer }) => configsOfClient(db, viewer, params.clientId));
  serve(api.readConfig, ({ params, ...viewer }) => may.one(viewer, findConfig(db, viewer, params.id)));
  serve(api.resolveConfig, async ({ params, ...viewer }) => {
    const resolved = await resolveConfig(db, viewer, params.id);
    return isRefusal(resolved) ? resolved : resolved.config;
  });
  serve(api.createConfig, ({ body, ...viewer }) => may.one(viewer, addConfig(db, viewer, body)));
  serve(api.editConfig, ({ params, body, ...viewer }) => may.one(viewer, editConfig(db, viewer, params.id, body)));
  serve(api.describeConfigDeletion, async ({ params, ...viewer }) =>
    withoutEffects(await findConfig(db, viewer, params.id)),
  );
  serve(api.deleteConfig, ({ params, ...viewer }) => deleteConfig(db, viewer, params.id));
  sensorRoutes(serve, db);
}

function sensorRoutes(serve: Serve, db: Db): void {
  const may = answersMay(api.sensorEndpoints);
  serve(api.listSensors, ({ body, ...viewer }) => may.list(viewer, pageOfSensors(db, viewer, body)));
  serve(api.listClientSensors, ({ params, ...viewer }) => sensorsOfClient(db, viewer, params.clientId));
  serve(api.readSensor, ({ params, ...viewer }) => may.one(viewer, findSensor(db, viewer, params.id)));
  serve(api.createSensor, ({ body, ...viewer }) => may.one(viewer, addSensor(db, viewer, body)));
  serve(api.editSensor, ({ params, body, ...viewer }) => may.one(viewer, editSensor(db, viewer, params.id, body)));
  serve(api.fillSensorTemplate, async ({ params, body, ...viewer }) => {
    const sensor = await findSensor(db, viewer, params.id);
    return isRefusal(sensor) ? sensor : fillSensor(sensor, body.parameters);
  });
  serve(api.describeSensorDeletion, async ({ params, ...viewer }) => {
    const found = await findSensor(db, viewer, params.id);
    if (isRefusal(found)) return found;
    const effects = effect(await countClientsOf(db, params.id), 'lost', {
      fr: ['attribution à un client, qui est conservé', 'attributions à des clients, qui sont conservés'],
      en: ['assignment to a client, which is kept', 'assignments to clients, which are kept'],
    });
    return { name: found.name, effects };
  });
  serve(api.deleteSensor, ({ params, ...viewer }) => deleteSensor(db, viewer, params.id));
}
