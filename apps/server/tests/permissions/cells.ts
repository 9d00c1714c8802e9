import { cellsOfEquipment } from './cells-of-equipment.ts';
import { cellsOfPeople } from './cells-of-people.ts';
import { cellsOfRealtime } from './cells-of-realtime.ts';
import { cellsOfRecords } from './cells-of-records.ts';
import type { Cells } from './make-cell.ts';

/** One that is missing does not compile. */
export const cells: Cells = { ...cellsOfPeople, ...cellsOfEquipment, ...cellsOfRecords, ...cellsOfRealtime };
