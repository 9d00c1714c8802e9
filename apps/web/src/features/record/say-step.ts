import { mdiClockEdit, mdiCogSyncOutline, mdiCrop, mdiMapMarkerDistance, mdiTuneVariant } from '@mdi/js';
import type { Language, RecordStep, StepKind } from '@sillage/contract';
import type { TFunction } from 'i18next';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';

export const stepIcons: Readonly<{ [K in StepKind]: string }> = {
  crop: mdiCrop,
  clock: mdiClockEdit,
  distance: mdiMapMarkerDistance,
  recalibrate: mdiTuneVariant,
  decode: mdiCogSyncOutline,
};

/** What a step does, in words; times are those of the original. */
export function sayStep(step: RecordStep, t: TFunction<['record', 'records']>, language: Language): string {
  switch (step.kind) {
    case 'crop': {
      const { start, end } = step.arguments;
      return t('steps.crop', {
        from: start === null ? t('steps.start') : formatChrono(start),
        to: end === null ? t('steps.end') : formatChrono(end),
      });
    }
    case 'clock': {
      const { jumps, drift_ppm } = step.arguments;
      return t('steps.clock', { count: jumps.length, drift: formatNumber(drift_ppm, 1, language) });
    }
    case 'distance':
      return t(`steps.distanceOf.${step.arguments.source}`);
    case 'recalibrate': {
      const { calib_type, module, window } = step.arguments;
      const what = t('steps.calibration', { type: t(`records:calibrationType.${calib_type}`), module });
      if (window === null) return what;
      const times = { from: formatChrono(window.start), to: formatChrono(window.end) };
      return `${what}, ${t('steps.calibrationWindow', times)}`;
    }
    case 'decode': {
      const names = Object.keys(step.arguments).flatMap((name) =>
        name === 'sport' ||
        name === 'scenario' ||
        name === 'rate' ||
        name === 'other_data' ||
        name === 'protocol' ||
        name === 'csv_mapping'
          ? [t(`steps.decodeOf.${name}`)]
          : [],
      );
      return names.join(', ');
    }
    default:
      return unreachable(step);
  }
}

function unreachable(step: never): never {
  throw new Error(`unknown step ${JSON.stringify(step)}`);
}
