import { useTranslation } from 'react-i18next';

/** What the server says of a refusal, and the sentence `health.reason.NAME` for it. */
const names = {
  short: 'short',
  version: 'version',
  crc: 'crc',
  size: 'size',
  'meta changed too often': 'metaChanges',
  'bad user name or password': 'credentials',
  'another connection of this device is there': 'otherConnection',
  full: 'full',
  failing: 'failing',
} as const;

const isNamed = (reason: string): reason is keyof typeof names => Object.hasOwn(names, reason);

/** Says why something was refused in the page's language; of a description the field, which is the same in all. */
export function useReason(): (reason: string | null) => string {
  const { t } = useTranslation('admin');
  return (reason) => {
    if (reason === null) return '–';
    if (isNamed(reason)) return t(`health.reason.${names[reason]}`);
    const moduleId = /^module (\d+)$/.exec(reason)?.[1];
    if (moduleId !== undefined) return t('health.reason.module', { id: moduleId });
    return /^([\w.]+): /.exec(reason)?.[1] ?? reason;
  };
}
