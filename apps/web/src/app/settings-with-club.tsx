import type { ReactNode } from 'react';
import { lazyPart } from '../base/load-part.ts';
import Settings from '../features/settings/index.tsx';

const Club = lazyPart(() => import('../features/admin/club/index.tsx'));

/** Managers and coaches find the tables of their club in the settings: two screens that do not know each other. */
export default function SettingsWithClub(): ReactNode {
  return <Settings Club={Club} />;
}
