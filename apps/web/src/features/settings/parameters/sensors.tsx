import type { ReactNode } from 'react';
import { SectionParameters } from './section-parameters.tsx';

/** Parameters of devices and of the kinds of measurement. */
export default function Sensors(): ReactNode {
  return <SectionParameters section="sensors" kinds={['devices', 'sensors']} />;
}
