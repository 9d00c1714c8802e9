import type { ReactNode } from 'react';
import { SectionParameters } from './section-parameters.tsx';

/** Parameters of the devices of the maxi family. */
export default function Maxi(): ReactNode {
  return <SectionParameters section="maxi" kinds={['maxis']} />;
}
