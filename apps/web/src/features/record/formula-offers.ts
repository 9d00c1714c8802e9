import type { RecordComputed } from '@sillage/contract';
import { canBeWritten, functionNames, functionOf, writeVariable } from '@sillage/signal/formula';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import type { Offer } from './complete-formula.ts';
import { useOpenRecord } from './open-record.ts';

/** Variables, channels and functions, as a formula writes them. */
export function useOffers(edited: RecordComputed | undefined): Offer[] {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  return useMemo(() => {
    const variables = Object.entries(record.available_data).flatMap(([name, variable]) =>
      name === edited?.variable || !canBeWritten(name)
        ? []
        : [
            {
              text: writeVariable(name),
              label: labelOf(name, variable, language),
              detail: printedUnit(variable.unit, language),
            },
          ],
    );
    const functions = functionNames.map((name) => ({
      text: `${name}(`,
      label: t(`computed.functions.${name}`),
      detail: functionOf(name)
        .inputs.map((kind) => t(`computed.inputs.${kind}`))
        .join(', '),
    }));
    return [...variables, ...functions];
  }, [record, edited, language, t]);
}
