import { mdiDownload } from '@mdi/js';
import type { Answered, api, Release } from '@sillage/contract';
import { uploadExtensions } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { saveFile } from '../../../base/save-file.ts';
import { i18next } from '../../../base/translate.ts';
import { type AdminTable, defineTable } from '../../../tables/table-definition.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import styles from './show.module.css';
import { Day, Mono, Quiet, Strong } from './show.tsx';

function Size(props: { bytes: number }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  return <Quiet>{formatBytes(props.bytes, language)}</Quiet>;
}

function hardwareText(version: number | null): string {
  return version === null ? '' : (version / 10).toFixed(1);
}

/** A family of devices in words; the name of a component as it is. */
function familyText(target: string): string {
  return i18next.t(`admin:devices.type.${target}`, { defaultValue: target });
}

/** Firmware files: of devices, or of the hardware below them. */
export function releaseTable(
  of: Pick<AdminTable<Answered<Release>>, 'name' | 'cached' | 'endpoints'>,
  file: typeof api.downloadDeviceRelease | typeof api.downloadHardwareRelease,
  target: Pick<AdminTable<Answered<Release>>['fields'][number] & { kind: 'one' }, 'useChoices'> | undefined,
): AdminTable<Answered<Release>> {
  return defineTable<Release>({
    ...of,
    ofClient: false,
    nameOf: ({ version, target: word }) => `${version} (${familyText(word)})`,
    sort: { by: 'created_date', descending: true },
    columns: [
      { name: 'version', sort: 'version', width: 120, show: ({ version }) => <Strong>{version}</Strong> },
      {
        name: 'target',
        sort: 'target',
        // Families are short words; components have names of their own.
        width: target === undefined ? 220 : 120,
        show: (row) => familyText(row.target),
      },
      {
        name: 'hardware_version',
        width: 130,
        shown: 'medium',
        show: (row) => <Quiet>{hardwareText(row.hardware_version)}</Quiet>,
      },
      { name: 'filename', show: (row) => <Quiet title={row.filename}>{row.filename}</Quiet> },
      { name: 'size', width: 90, align: 'right', show: ({ size }) => <Size bytes={size} /> },
      {
        name: 'sha256',
        width: 130,
        shown: 'wide',
        show: ({ sha256 }) => <Mono title={sha256}>{`${sha256.slice(0, 10)}…`}</Mono>,
      },
      {
        name: 'created_date',
        sort: 'created_date',
        width: 130,
        shown: 'medium',
        show: (row) => <Day at={row.created_date} />,
      },
    ],
    phone: { summary: ({ filename }) => filename, aside: ({ size }) => <Size bytes={size} /> },
    fields: [
      { name: 'file', kind: 'file', only: 'create', extensions: uploadExtensions.firmware, required: true },
      {
        name: 'file',
        kind: 'file',
        only: 'edit',
        hint: 'file',
        extensions: uploadExtensions.firmware,
        required: false,
      },
      { name: 'version', kind: 'text', half: true, hint: 'version' },
      target === undefined
        ? { name: 'target', kind: 'text', half: true, hint: 'target' }
        : { name: 'target', kind: 'one', half: true, ...target },
      {
        name: 'hardware_version',
        kind: 'text',
        half: true,
        nullable: true,
        hint: 'hardware_version',
        start: (row) => hardwareText(row?.hardware_version ?? null),
      },
      { name: 'notes.fr', kind: 'longText', part: 'notes' },
      { name: 'notes.en', kind: 'longText' },
    ],
    actions: [
      {
        name: 'download',
        icon: mdiDownload,
        quick: true,
        run: async (row, { server }) => {
          const reply = await server.fetchBytes(file, { params: { id: row.id } });
          saveFile(reply, reply.filename ?? row.filename);
        },
      },
    ],
    Detail: ReleaseDetail,
  });
}

function ReleaseDetail({ row }: { row: Release }): ReactNode {
  const { t } = useTranslation('admin');
  useAppearance((appearance) => appearance.language);
  const notes = inPageLanguage(row.notes);
  return (
    <dl className={styles.facts}>
      <dt>{t('releases.column.filename')}</dt>
      <dd>{row.filename}</dd>
      <dt>{t('releases.column.size')}</dt>
      <dd>
        <Size bytes={row.size} />
      </dd>
      <dt>SHA-256</dt>
      <dd>
        <Mono>{row.sha256}</Mono>
      </dd>
      <dt>{t('releases.column.created_date')}</dt>
      <dd>
        <Day at={row.created_date} />
      </dd>
      {notes !== '' && (
        <>
          <dt>{t('releases.part.notes')}</dt>
          <dd className={styles.longText}>{notes}</dd>
        </>
      )}
    </dl>
  );
}
