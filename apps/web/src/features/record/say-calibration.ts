import type { Language, Record } from '@sillage/contract';
import type { CalibratedSensor } from '@sillage/domain';
import type { TFunction } from 'i18next';
import { labelOf } from '../../records/label-of-variable.ts';
import { moduleName } from '../../ui/module-name.ts';

/** A sensor's name for people; accelerometers and gyroscopes by what they are. */
export function sensorName(
  { module, kind, columns }: CalibratedSensor,
  available: Record['available_data'],
  t: TFunction<'record'>,
  language: Language,
): string {
  if (kind !== 'other') return t(`calibration.kind.${kind}`);
  const variable = `${module}.${columns[0]}`;
  return labelOf(variable, available[variable], language);
}

/** Sensors of one module, with its name. */
export function sayChoice(
  { module, sensors }: { readonly module: string; readonly sensors: readonly CalibratedSensor[] },
  available: Record['available_data'],
  t: TFunction<'record'>,
  language: Language,
): string {
  const names = sensors.map((sensor) => sensorName(sensor, available, t, language));
  return `${moduleName(module, language)} · ${[...new Set(names)].join(', ')}`;
}
