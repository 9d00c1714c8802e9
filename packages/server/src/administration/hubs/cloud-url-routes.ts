import { api, isRefusal } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { answersMay } from '../tenancy/index.ts';
import {
  addCloudUrl,
  allCloudUrls,
  chooseCloud,
  chosenCloud,
  deleteCloudUrl,
  editCloudUrl,
  findCloudUrl,
  pageOfCloudUrls,
} from './cloud-urls.ts';

/** The clouds that this hub knows, and the one that it sends to. */
export function cloudUrlRoutes(serve: Serve, db: Db): void {
  const may = answersMay(api.cloudUrlEndpoints);
  serve(api.listCloudUrls, ({ body, ...viewer }) => may.list(viewer, pageOfCloudUrls(db, body)));
  serve(api.listAllCloudUrls, () => allCloudUrls(db));
  serve(api.readCloudUrl, ({ params, ...viewer }) => may.one(viewer, findCloudUrl(db, params.id)));
  serve(api.createCloudUrl, ({ body, ...viewer }) => may.one(viewer, addCloudUrl(db, body)));
  serve(api.addCloudUrl, ({ body }) => addCloudUrl(db, body));
  serve(api.editCloudUrl, ({ params, body, ...viewer }) => may.one(viewer, editCloudUrl(db, params.id, body)));
  serve(api.deleteCloudUrl, ({ params }) => deleteCloudUrl(db, params.id));
  serve(api.describeCloudUrlDeletion, async ({ params }) => {
    const found = await findCloudUrl(db, params.id);
    if (isRefusal(found)) return found;
    const chosen = (await chosenCloud(db))?.id === found.id;
    const what = { fr: 'l’envoi vers ce cloud, qui est choisi', en: 'sending to this cloud, which is chosen' };
    return { name: found.name, effects: chosen ? [{ what, count: 1, fate: 'lost' as const }] : [] };
  });
  serve(api.readCurrentCloud, () => currentCloud(db));
  serve(api.chooseCloud, async ({ body }) => (await chooseCloud(db, body.url)) ?? currentCloud(db));
}

async function currentCloud(db: Db) {
  const chosen = await chosenCloud(db);
  return { url: chosen?.url ?? null, is_master_cloud: chosen?.is_master_cloud ?? false };
}
