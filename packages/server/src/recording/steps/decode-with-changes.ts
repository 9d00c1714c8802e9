import { isDeepStrictEqual } from 'node:util';
import {
  type DecodeChanges,
  type DecodeWanted,
  isRefusal,
  protocolKey,
  protocolOf,
  type Refusal,
  TestProtocol,
} from '@sillage/contract';
import { isProblem } from '@sillage/formats';
import { brokenField } from '../../administration/tenancy/index.ts';
import { stored } from '../../platform/files/index.ts';
import { refuseFile } from '../decode/index.ts';
import { checkNamed, decodeAgain, detectFile, type RecordDependencies, saidData } from '../records/index.ts';
import { type Asker, changeSteps, type HeldRecord, insertStep, taskOf } from './change-steps.ts';
import { scenarioOfRecord, scenarioWanted } from './said-scenario.ts';
import { uidOfSport } from './say-again.ts';

/** Decodes a record again; what is wanted otherwise becomes a step of it. */
export async function decodeRecord(
  dependencies: RecordDependencies,
  asker: Asker,
  recordId: number,
  wanted: DecodeWanted,
): Promise<{ task_id: number; step_id: number | null } | Refusal> {
  const { sport_id, scenario_id, rate, other_data, protocol, csv_mapping } = wanted;
  const says = [sport_id, scenario_id, rate, other_data, protocol, csv_mapping].some((said) => said !== undefined);
  if (!says) {
    const again = await decodeAgain(dependencies, asker, recordId);
    return isRefusal(again) ? again : { ...again, step_id: null };
  }
  const changed = await changeSteps(dependencies, asker, recordId, async (held) => {
    const changes = await changesOf(dependencies, held, asker, wanted);
    return isRefusal(changes) ? changes : insertStep(held, { kind: 'decode', arguments: changes });
  });
  return isRefusal(changed) ? changed : { task_id: taskOf(changed), step_id: changed.step?.id ?? null };
}

async function changesOf(
  { folder }: Pick<RecordDependencies, 'folder'>,
  { tx, record }: HeldRecord,
  asker: Asker,
  { sport_id, scenario_id, rate, other_data, protocol, csv_mapping }: DecodeWanted,
): Promise<DecodeChanges | Refusal> {
  const refused = await checkNamed(tx, asker, record.clientId, { sport_id, scenario_id });
  if (isRefusal(refused)) return refused;
  if (protocol !== undefined && other_data?.[protocolKey] !== undefined)
    return brokenField(`other_data.${protocolKey}`, 'fixed');
  // What another program put there counts for nothing, and stays as long as nobody says otherwise.
  const isAsBefore = isDeepStrictEqual(other_data?.[protocolKey], record.otherData[protocolKey]);
  const wantedProtocol = protocol ?? (isAsBefore ? undefined : protocolIn(other_data));
  if (isRefusal(wantedProtocol)) return wantedProtocol;
  // Of other formats the file says it.
  const needsRate = csv_mapping?.time === null;
  if (rate !== undefined && record.csvRate === null && !needsRate) return brokenField('rate', 'fixed');
  if (csv_mapping !== undefined && record.source !== 'csv') return brokenField('csv_mapping', 'fixed');
  if (csv_mapping !== undefined) {
    const path = await folder.files.localPath(stored.source(record));
    const file = await detectFile(path, { rateHz: rate ?? record.csvRate ?? undefined, mapping: csv_mapping });
    if (isProblem(file)) return refuseFile(file);
  }
  return {
    ...(sport_id !== undefined && {
      sport: { from: await uidOfSport(tx, record.sportId), to: await uidOfSport(tx, sport_id) },
    }),
    ...(scenario_id !== undefined && {
      scenario: { from: await scenarioOfRecord(tx, record), to: await scenarioWanted(tx, record, scenario_id) },
    }),
    ...(csv_mapping !== undefined && { csv_mapping: { from: record.csvMapping, to: csv_mapping } }),
    ...(rate !== undefined && { rate: { from: record.csvRate, to: rate } }),
    ...(other_data !== undefined && {
      other_data: { from: saidData(record), to: saidData({ otherData: other_data }) },
    }),
    ...(wantedProtocol !== undefined &&
      !isDeepStrictEqual(protocolOf(record.otherData), wantedProtocol) && {
        protocol: { from: protocolOf(record.otherData), to: wantedProtocol },
      }),
  };
}

/** What somebody put at the place of the protocol, as other data shows it; undefined where nothing is there. */
function protocolIn(otherData: DecodeWanted['other_data']): TestProtocol | undefined | Refusal {
  const given = otherData?.[protocolKey];
  if (given === undefined) return undefined;
  const read = TestProtocol.safeParse(given);
  return read.success ? read.data : brokenField(`other_data.${protocolKey}`, 'invalidFormat');
}
