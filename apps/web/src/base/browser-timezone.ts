import { limits, Timezone } from '@sillage/contract';

/** The zone that this browser is in; Europe/Paris where it gives none. */
export function browserTimezone(): string {
  return Timezone.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone).data ?? limits.defaultTimezone;
}
