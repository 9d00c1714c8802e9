import type { Sensor } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Quiet } from './show.tsx';

/** What a value that a template asks for is called: keys of configurations in words, other names without their signs. */
export function useValueWords(): (name: string) => string {
  const { t } = useTranslation('admin');
  return (name) => t([`sensors.value.${name}`], { defaultValue: name.replaceAll('_', ' ') });
}

/** The values that a type of measure asks for. */
export function ValuesToFill({ sensor }: { sensor: Pick<Sensor, 'parameters'> }): ReactNode {
  const words = useValueWords();
  const text = Object.keys(sensor.parameters).map(words).join(', ');
  return <Quiet title={text}>{text}</Quiet>;
}
