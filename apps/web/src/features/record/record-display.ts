import { api, type Record, type SpecificParameters } from '@sillage/contract';
import { type Saying, saySpeed } from '@sillage/domain';
import { createContext, useContext, useMemo } from 'react';
import type { z } from 'zod';
import { useCachedQuery } from '../../base/cached-query.ts';
import { useDisplayQuery, useSpeedUnit } from '../../base/display-settings.ts';
import { useUser } from '../../base/services.tsx';

/** How a record is shown, as the settings of its sport, club and reader say. */
export interface RecordDisplay {
  /** Own names of the variables that are drawn first; none = the most telling. */
  readonly variables: readonly string[];
  /** Whether zeros stand at one height when it opens. */
  readonly zeroAligned: boolean;
  /** px */
  readonly lineWidth: number;
  /** s over which drawn curves are averaged; 0 = not. */
  readonly smoothingSeconds: number;
  /** Of statistics; null = as many as the value deserves. */
  readonly decimals: number | null;
  /** How a variable is said; undefined = as it is measured. By `module.variable`. */
  readonly sayings: ReadonlyMap<string, Saying>;
}

const asMeasured: RecordDisplay = {
  variables: [],
  zeroAligned: false,
  lineWidth: 1.6,
  smoothingSeconds: 0,
  decimals: null,
  sayings: new Map(),
};

const DisplayContext = createContext(asMeasured);
export const RecordDisplayProvider = DisplayContext.Provider;

export function useRecordDisplay(): RecordDisplay {
  return useContext(DisplayContext);
}

type Values = z.infer<typeof SpecificParameters>;

/** Reads values that are not there, or are none, as the product has them. */
export function displayOf(values: Values, decimals: number | null, sayings: RecordDisplay['sayings']): RecordDisplay {
  const variables = values['rec_params::courbes::variables'];
  const lineWidth = values['rec_params::courbes::epaisseur'];
  const smoothing = values['rec_params::lissage::fenetre'];
  return {
    variables: Array.isArray(variables) ? variables : [],
    zeroAligned: values['rec_params::courbes::zero_commun'] === true,
    lineWidth: typeof lineWidth === 'number' ? lineWidth : asMeasured.lineWidth,
    smoothingSeconds: typeof smoothing === 'number' ? smoothing : 0,
    decimals,
    sayings,
  };
}

/** How this record is shown to the signed-in person; undefined until that is known. */
export function useDisplayOf(record: Record): RecordDisplay | undefined {
  const { id: userId } = useUser();
  const sportId = record.sport_id ?? 0;
  const { data, failureCount } = useCachedQuery({
    data: 'rec_params',
    key: [userId, sportId],
    clientId: undefined,
    shape: api.readRecordParameters.reply,
    fetch: (server, signal) => server.request(api.readRecordParameters, { params: { userId, sportId }, signal }),
  });
  const { data: settings, failureCount: settingsFailed } = useDisplayQuery();
  const speedUnit = useSpeedUnit(record.sport_id);
  const decimals = settings?.decimals ?? null;
  // A record is not kept from its reader for want of them.
  const isKnown = (data !== undefined || failureCount > 0) && (settings !== undefined || settingsFailed > 0);
  const variables = record.available_data;
  return useMemo(() => {
    if (!isKnown) return undefined;
    const sayings = Object.entries(variables).flatMap(([name, { unit }]) => {
      const say = saySpeed(name, unit, speedUnit);
      return say === undefined ? [] : [[name, say] as const];
    });
    return displayOf(data ?? {}, decimals, new Map(sayings));
  }, [isKnown, data, decimals, speedUnit, variables]);
}

/** The record with the units in which its values are said. */
export function saidRecord(record: Record, { sayings }: RecordDisplay): Record {
  const available = Object.entries(record.available_data).map(([name, variable]) => {
    const say = sayings.get(name);
    return [name, say === undefined ? variable : { ...variable, unit: say.unit }] as const;
  });
  return { ...record, available_data: Object.fromEntries(available) };
}
