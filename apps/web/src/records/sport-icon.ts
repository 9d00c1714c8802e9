import {
  mdiArrowUpBold,
  mdiBicycle,
  mdiGolf,
  mdiKayaking,
  mdiPulse,
  mdiRowing,
  mdiRun,
  mdiSoccer,
  mdiTennis,
  mdiWeight,
} from '@mdi/js';

const icons: Readonly<Record<string, string>> = {
  aviron: mdiRowing,
  kayak: mdiKayaking,
  bmx: mdiBicycle,
  velo: mdiBicycle,
  golf: mdiGolf,
  marteau: mdiWeight,
  tennis: mdiTennis,
  foot: mdiSoccer,
  instrack: mdiRun,
  saut: mdiArrowUpBold,
  jump: mdiArrowUpBold,
  force_plate: mdiWeight,
};

/** Glyph of a sport's name; a pulse for one without a drawing. */
export function sportIcon(name: string | null): string {
  return icons[(name ?? '').toLowerCase()] ?? mdiPulse;
}
