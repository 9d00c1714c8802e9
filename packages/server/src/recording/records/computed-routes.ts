import { api, isRefusal } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findReadable } from './find-records.ts';

/** Channels that are computed of a record's variables. */
export function computedRoutes(serve: Serve, { database, computed }: RecordDependencies): void {
  serve(api.listComputedChannels, async (call) => {
    const record = await findReadable(database.db, call, call.params.id);
    if (isRefusal(record)) return record;
    const offered = await computed.offered(call, record);
    return offered.map(({ variable, kept, unit, module, rate, resampled, problem }) => {
      const { parameter, isShared, by, mayEdit, channel } = kept;
      return {
        variable,
        parameter,
        is_shared: isShared,
        may_edit: mayEdit,
        by,
        channel,
        unit,
        module,
        rate,
        resampled: [...resampled],
        problem,
      };
    });
  });
  serve(api.previewFormula, async (call) => {
    const record = await findReadable(database.db, call, call.params.id);
    if (isRefusal(record)) return record;
    const preview = await computed.preview(call, record, call.body, call.signal);
    if (isRefusal(preview)) return preview;
    const { curve, fromSeconds: start, toSeconds: end, unit, module, rate, resampled } = preview;
    const value = Array.from(curve.values, (one) => (Number.isNaN(one) ? null : one));
    return { unit, module, rate, resampled: [...resampled], start, end, T: [...curve.timesSeconds], value };
  });
}
