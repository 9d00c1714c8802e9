import { api, isRefusal, refuse } from '@sillage/contract';
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

/** The clouds that this hub knows, and the one that it sends to. The cloud sends to none: there they are read and deleted only. */
export function cloudUrlRoutes(serve: Serve, db: Db, role: 'hub' | 'cloud'): void {
  const isCloud = role === 'cloud';
  const may = answersMay(api.cloudUrlEndpoints, () => (isCloud ? { edit: false } : {}));
  serve(api.listCloudUrls, ({ body, ...viewer }) => may.list(viewer, pageOfCloudUrls(db, body)));
  serve(api.listAllCloudUrls, () => allCloudUrls(db));
  serve(api.readCloudUrl, ({ params, ...viewer }) => may.one(viewer, findCloudUrl(db, params.id)));
  serve(api.deleteCloudUrl, ({ params }) => deleteCloudUrl(db, params.id));
  serve(api.describeCloudUrlDeletion, async ({ params }) => {
    const found = await findCloudUrl(db, params.id);
    if (isRefusal(found)) return found;
    const chosen = (await chosenCloud(db))?.id === found.id;
    const what = { fr: 'l’envoi vers ce cloud, qui est choisi', en: 'sending to this cloud, which is chosen' };
    return { name: found.name, effects: chosen ? [{ what, count: 1, fate: 'lost' as const }] : [] };
  });
  serve(api.readCurrentCloud, () => currentCloud(db));
  if (isCloud) {
    for (const endpoint of [api.createCloudUrl, api.addCloudUrl, api.editCloudUrl, api.chooseCloud]) {
      serve(endpoint, async () => refuse('backend.wrongKind', { kind: role }));
    }
    return;
  }
  serve(api.createCloudUrl, ({ body, ...viewer }) => may.one(viewer, addCloudUrl(db, body)));
  serve(api.addCloudUrl, ({ body }) => addCloudUrl(db, body));
  serve(api.editCloudUrl, ({ params, body, ...viewer }) => may.one(viewer, editCloudUrl(db, params.id, body)));
  serve(api.chooseCloud, async ({ body }) => (await chooseCloud(db, body.url)) ?? currentCloud(db));
}

async function currentCloud(db: Db) {
  const chosen = await chosenCloud(db);
  return { url: chosen?.url ?? null, is_master_cloud: chosen?.is_master_cloud ?? false };
}
