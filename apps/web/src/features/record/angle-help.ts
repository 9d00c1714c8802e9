import { quantityOf } from '@sillage/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenRecord } from './open-record.ts';

/** Which way the angles of a boat count, beside graphs that have some; undefined elsewhere. */
export function useAngleHelp(names: readonly string[]): { readonly text: string; readonly title: string } | undefined {
  const { t } = useTranslation('record');
  const { sport_name: sport } = useOpenRecord().record;
  return useMemo(() => {
    const quantities = new Set(names.map((name) => quantityOf(name)?.name));
    const boat = sport === 'aviron' || sport === 'kayak' ? sport : undefined;
    if (boat === undefined) return undefined;
    const angles = (['roll', 'pitch'] as const).filter((angle) => quantities.has(angle));
    if (angles.length === 0) return undefined;
    const of = (angle: 'roll' | 'pitch') => (angle === 'pitch' ? ('pitch' as const) : (`roll_${boat}` as const));
    return {
      text: angles.map((angle) => t(`angle.short.${of(angle)}`)).join(', '),
      title: angles.map((angle) => t(`angle.long.${of(angle)}`)).join(' '),
    };
  }, [names, sport, t]);
}
