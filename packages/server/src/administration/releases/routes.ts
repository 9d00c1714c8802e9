import { api, isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { type Answer, fileAnswer, type Serve } from '../../platform/http/index.ts';
import { answersMay } from '../tenancy/index.ts';
import { createFirmwareStore, type FirmwareStore } from './keep-firmware.ts';
import {
  addRelease,
  allReleases,
  deleteRelease,
  editRelease,
  findRelease,
  type Kind,
  pageOfReleases,
} from './releases.ts';
import type { ReleaseSigner } from './sign-releases.ts';

/** Firmware of devices, and of the hardware below them: two families of addresses over one table. */
const kinds = [
  {
    kind: 'device',
    of: api.deviceReleaseEndpoints,
    download: api.downloadDeviceRelease,
  },
  {
    kind: 'hardware',
    of: api.hardwareReleaseEndpoints,
    download: api.downloadHardwareRelease,
  },
] as const;

/** Firmwares: what is known of them, and their files. */
export function releaseRoutes(
  serve: Serve,
  {
    db,
    folder,
    signer,
  }: { readonly db: Db; readonly folder: Pick<DataFolder, 'files'>; readonly signer: ReleaseSigner },
): void {
  const dependencies = { db, signer, store: createFirmwareStore({ db, folder }) };
  for (const { kind, of, download: firmware } of kinds) {
    const may = answersMay(of);
    serve(of.list, ({ body, ...viewer }) => may.list(viewer, pageOfReleases(db, kind, body)));
    serve(of.read, ({ params, ...viewer }) => may.one(viewer, findRelease(db, kind, params.id)));
    serve(of.create, ({ body, file, ...viewer }) => may.one(viewer, addRelease(dependencies, kind, body, file)));
    serve(of.edit, ({ params, body, file, ...viewer }) =>
      may.one(viewer, editRelease(dependencies, kind, params.id, body, file)),
    );
    serve(of.delete, ({ params }) => deleteRelease(dependencies, kind, params.id));
    serve(of.deletion, async ({ params }) => {
      const found = await findRelease(db, kind, params.id);
      return isRefusal(found) ? found : { name: `${found.target} ${found.version}`, effects: [] };
    });
    serve(firmware, ({ params }) => download(dependencies, kind, params.id));
  }
  serve(api.readFirmwareKey, async () => ({ public_key: signer.publicKey }));
  serve(api.listAllHardwareReleases, () => allReleases(db, 'hardware'));
  serve(api.addHardwareRelease, ({ body, file }) => addRelease(dependencies, 'hardware', body, file));
}

async function download(
  { db, store }: { readonly db: Db; readonly store: FirmwareStore },
  kind: Kind,
  id: number,
): Promise<Answer | Refusal> {
  const found = await findRelease(db, kind, id);
  if (isRefusal(found)) return found;
  const bytes = await store.read(found.sha256);
  return bytes === undefined
    ? refuse('entity.notFound')
    : fileAnswer(bytes, 'application/octet-stream', found.filename);
}
