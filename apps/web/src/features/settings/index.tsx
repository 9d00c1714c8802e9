import { mdiCogOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { SectionedPage } from '../../app/frame/sectioned-page.tsx';
import { General } from './general.tsx';

export default function Settings(): ReactNode {
  return <SectionedPage page="settings" sections={[{ name: 'general', icon: mdiCogOutline, content: <General /> }]} />;
}
