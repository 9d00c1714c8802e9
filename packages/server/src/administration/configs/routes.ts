import { api, isRefusal } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { effect } from '../tenancy/index.ts';
import { addConfig, configsOfClient, deleteConfig, editConfig, findConfig, pageOfConfigs } from './configs.ts';
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
  serve(api.listConfigs, ({ body, principal, scope }) => pageOfConfigs(db, { principal, scope }, body));
  serve(api.listClientConfigs, ({ params, principal, scope }) =>
    configsOfClient(db, { principal, scope }, params.clientId),
  );
  serve(api.readConfig, ({ params, principal, scope }) => findConfig(db, { principal, scope }, params.id));
  serve(api.createConfig, ({ body, principal, scope }) => addConfig(db, { principal, scope }, body));
  serve(api.editConfig, ({ params, body, principal, scope }) => editConfig(db, { principal, scope }, params.id, body));
  serve(api.describeConfigDeletion, async ({ params, principal, scope }) => {
    const found = await findConfig(db, { principal, scope }, params.id);
    return isRefusal(found) ? found : { name: found.name, effects: [] };
  });
  serve(api.deleteConfig, ({ params, principal, scope }) => deleteConfig(db, { principal, scope }, params.id));
  sensorRoutes(serve, db);
}

function sensorRoutes(serve: Serve, db: Db): void {
  serve(api.listSensors, ({ body, principal, scope }) => pageOfSensors(db, { principal, scope }, body));
  serve(api.listClientSensors, ({ params, principal, scope }) =>
    sensorsOfClient(db, { principal, scope }, params.clientId),
  );
  serve(api.readSensor, ({ params, principal, scope }) => findSensor(db, { principal, scope }, params.id));
  serve(api.createSensor, ({ body, principal, scope }) => addSensor(db, { principal, scope }, body));
  serve(api.editSensor, ({ params, body, principal, scope }) => editSensor(db, { principal, scope }, params.id, body));
  serve(api.fillSensorTemplate, async ({ params, body, principal, scope }) => {
    const sensor = await findSensor(db, { principal, scope }, params.id);
    return isRefusal(sensor) ? sensor : fillSensor(sensor, body.parameters);
  });
  serve(api.describeSensorDeletion, async ({ params, principal, scope }) => {
    const found = await findSensor(db, { principal, scope }, params.id);
    if (isRefusal(found)) return found;
    const effects = effect(await countClientsOf(db, params.id), 'lost', {
      fr: ['client qui l’utilise', 'clients qui l’utilisent'],
      en: ['client that uses it', 'clients that use it'],
    });
    return { name: found.name, effects };
  });
  serve(api.deleteSensor, ({ params, principal, scope }) => deleteSensor(db, { principal, scope }, params.id));
}
