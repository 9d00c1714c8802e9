import type { LogLine } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { sayLine } from './say-line.ts';

const { devices, records, recordUsers, users } = tables;

/** The column's bound; strangers make up other numbers. */
const maxNumber = 0x7fffffff;

/**
 * Names the devices and records of lines that carry only their numbers: a device by its name, a record by its device
 * and the athletes it belongs to. (Who wears a device now says nothing about a line of yesterday.)
 */
export function nameLines(db: Queryable): (lines: readonly LogLine[]) => Promise<LogLine[]> {
  const recordNames = keepFound((ids) => recordsOf(db, ids));
  const deviceNames = keepFound((numbers) => devicesOf(db, numbers));
  return async (lines) => {
    const unnamed = lines.filter(({ code, fields }) => code !== null && fields.deviceName === undefined);
    const ofRecords = await recordNames(unnamed.map(recordOf).filter(isNumber));
    const ofDevices = await deviceNames(unnamed.map(({ fields }) => fields.device).filter(isNumber));
    return lines.map((line) => {
      if (line.code === null || line.fields.deviceName !== undefined) return line;
      const record = recordOf(line);
      const { device } = line.fields;
      const found = (isNumber(record) && ofRecords.get(record)) || (isNumber(device) && ofDevices.get(device));
      if (!found) return line;
      const fields = { ...line.fields, ...found };
      return { ...line, fields, text: sayLine(line.message, fields).text };
    });
  };
}

/** Names that are kept while one request reads; more are looked up again. */
const keptAtMost = 20_000;

/** Looks up what is not known yet: a search reads the log in many pieces, which are about the same few things. */
function keepFound(look: (ids: readonly number[]) => Promise<Map<number, Found>>) {
  const known = new Map<number, Found | undefined>();
  return async (ids: readonly number[]) => {
    if (known.size > keptAtMost) known.clear();
    const fresh = [...new Set(ids)].filter((id) => !known.has(id));
    const found = await look(fresh);
    for (const id of fresh) known.set(id, found.get(id));
    return known;
  };
}

type Found = { readonly device: number; readonly deviceName: string; readonly athletes?: readonly string[] };

const recordOf = ({ fields }: LogLine) => fields.record ?? fields.recordId;

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxNumber;
}

async function devicesOf(db: Queryable, numbers: readonly number[]): Promise<Map<number, Found>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({ device: devices.number, deviceName: devices.name })
    .from(devices)
    .where(isOneOf(devices.number, [...new Set(numbers)]));
  return new Map(rows.map((row) => [row.device, row]));
}

async function recordsOf(db: Queryable, ids: readonly number[]): Promise<Map<number, Found>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: records.id,
      device: devices.number,
      deviceName: devices.name,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(records)
    .innerJoin(devices, eq(devices.id, records.deviceId))
    .leftJoin(recordUsers, eq(recordUsers.recordId, records.id))
    .leftJoin(users, eq(users.id, recordUsers.userId))
    .where(isOneOf(records.id, [...new Set(ids)]))
    .orderBy(users.id);
  const found = new Map<number, Found>();
  for (const { id, device, deviceName, firstname, lastname } of rows) {
    const athletes = [...(found.get(id)?.athletes ?? []), `${firstname ?? ''} ${lastname ?? ''}`.trim()];
    found.set(id, { device, deviceName, athletes: athletes.filter((name) => name !== '') });
  }
  return found;
}
