import type { User } from '@sillage/contract';
import { notify } from './notify.ts';
import type { View } from './remembered-view.ts';
import { i18next } from './translate.ts';
import { looksAfter } from './view-rights.ts';

/** Says why an address of the administration shows another screen, and leads to the same table where the person has it. */
export function tellClosedAdmin(user: Pick<User, 'roles' | 'is_recovery'>, view: View<'admin'> | undefined): void {
  const link = view !== undefined &&
    looksAfter(user, view) && { label: i18next.t('app:views.settings.club'), to: `/settings/club/${view}` };
  notify({ kind: 'warning', text: i18next.t('app:closed.admin'), ...(link && { link }) });
}

/** Says why an address of the settings shows another section. */
export function tellClosedSection(): void {
  notify({ kind: 'warning', text: i18next.t('app:closed.section') });
}
