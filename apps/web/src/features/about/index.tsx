import { mdiBookOpenPageVariantOutline, mdiFileSign, mdiScaleBalance, mdiTagOutline } from '@mdi/js';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../base/load-part.ts';
import { SectionedPage } from '../../frame/sectioned-page.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import { ServerText } from './server-text.tsx';
import { Versions } from './versions.tsx';

const Licences = lazyPart(() => import('./licences.tsx'));

/** Notice, terms of use, versions, and the licences of what is inside. */
export default function About(): ReactNode {
  return (
    <SectionedPage
      page="about"
      sections={[
        { name: 'notice', icon: mdiBookOpenPageVariantOutline, content: <ServerText part="notice" /> },
        { name: 'terms', icon: mdiFileSign, content: <ServerText part="terms" /> },
        { name: 'versions', icon: mdiTagOutline, content: <Versions /> },
        {
          name: 'licences',
          icon: mdiScaleBalance,
          content: (
            <Suspense
              fallback={
                <AfterAWhile>
                  <SkeletonBar width="60%" />
                </AfterAWhile>
              }
            >
              <Licences />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
