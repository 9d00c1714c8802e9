import { mdiImageOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { notify } from '../../base/notify.ts';
import { saveFile } from '../../base/save-file.ts';
import { drawPicture } from '../../charts/draw-picture.ts';
import { dateOf } from '../../records/describe-record.ts';
import { Icon } from '../../ui/icon.tsx';
import { placedNames } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';

const contentType = 'image/png';

/** Saves the graphs as they are seen, with their legends, as a picture. */
export function PictureButton(): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view, graphs } = useOpenRecord();
  const isEmpty = placedNames(view.layout).length === 0;
  const save = async () => {
    const { from, to } = view.window;
    const people = record.users.map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', ');
    const part = [from, to].map((place) => view.x.formatPlace(place, language)).join(' → ');
    const about = [people, dateOf(record, language), part].filter((said) => said !== '').join(' · ');
    const bytes = graphs.current && (await bytesOf(drawPicture(graphs.current, [record.basename, about])));
    if (bytes) saveFile({ body: bytes, contentType }, `${record.basename}.png`);
    else notify({ kind: 'warning', text: t('toolbar.pictureFailed') });
  };
  return (
    <Tooltip title={t('toolbar.picture')}>
      <span>
        <IconButton aria-label={t('toolbar.picture')} disabled={isEmpty} onClick={() => void save()}>
          <Icon path={mdiImageOutline} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** Undefined where the browser makes no picture of it, as of one that is too large. */
async function bytesOf(picture: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, contentType));
  return blob === null ? undefined : new Uint8Array(await blob.arrayBuffer());
}
