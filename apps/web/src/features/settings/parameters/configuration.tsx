import type { ReactNode } from 'react';
import { SectionParameters } from './section-parameters.tsx';

/** Parameters of everything, of the client, of its people and of sports. */
export default function Configuration(): ReactNode {
  return <SectionParameters section="configuration" kinds={['general', 'client', 'sports', 'people']} />;
}
