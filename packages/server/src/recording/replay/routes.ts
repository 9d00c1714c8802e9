import { api, isRefusal, limits } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import type { Replays } from './create-replays.ts';

/** Records that are played as devices: begun, seen, ended. */
export function replayRoutes(serve: Serve, { replays }: { readonly replays: Replays }): void {
  serve(api.startReplay, ({ params, body, ...viewer }) => replays.start(viewer, params.id, body));
  serve(api.listReplays, async ({ params, ...viewer }) => {
    const items = await replays.list(viewer, params.clientId);
    return isRefusal(items) ? items : { items: [...items], maximum: limits.replays };
  });
  serve(api.endReplay, ({ params, ...viewer }) => replays.end(viewer, params.clientId, params.deviceNumber));
}
