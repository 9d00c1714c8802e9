import Button from '@mui/material/Button';
import { api, type Hotspot } from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { ProblemText } from '../problem-text.tsx';
import { Lacking } from './lacking.tsx';
import styles from './network.module.css';

/** The network that the hub makes, and the codes by which a phone comes in. */
export function HotspotPart(): ReactNode {
  const { t } = useTranslation('settings');
  const heading = useId();
  const server = useServer();
  const { data, error } = useQuery({
    queryKey: ['network', 'hotspot'],
    queryFn: ({ signal }) => server.call(api.readHotspot, { signal }),
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  });
  return (
    <div className={styles.parts}>
      <section className={styles.part} aria-labelledby={heading}>
        <header>
          <h3 id={heading}>{t('network.hotspot')}</h3>
          {data && <span>{t(data.active ? 'network.active' : 'network.inactive')}</span>}
        </header>
        {error !== null && <Lacking problem={error} />}
        {error === null && data && <HotspotFacts hotspot={data} />}
      </section>
      <PhonePart hotspot={error === null && data?.active === true ? data : undefined} />
    </div>
  );
}

function HotspotFacts({ hotspot }: { hotspot: Hotspot }): ReactNode {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState(false);
  const { name, password, address } = hotspot;
  return (
    <dl className={styles.facts}>
      <dt>{t('network.name')}</dt>
      <dd>{name}</dd>
      {password !== null && (
        <>
          <dt>{t('network.hotspotPassword')}</dt>
          <dd>
            {shown ? password : '••••••••'}{' '}
            <Button size="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {t(shown ? 'network.hide' : 'network.show')}
            </Button>
          </dd>
        </>
      )}
      {address !== null && (
        <>
          <dt>{t('network.address')}</dt>
          <dd>{`${location.protocol}//${address}${location.port === '' ? '' : `:${location.port}`}`}</dd>
        </>
      )}
    </dl>
  );
}

/** How cameras read a network: https://github.com/zxing/zxing/wiki/Barcode-Contents */
export function wifiCode({ name, password }: Pick<Hotspot, 'name' | 'password'>): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, (sign) => `\\${sign}`);
  const secret = password === null ? 'T:nopass' : `T:WPA;P:${escaped(password)}`;
  return `WIFI:${secret};S:${escaped(name)};;`;
}

function PhonePart({ hotspot }: { hotspot: Hotspot | undefined }): ReactNode {
  const { t } = useTranslation('settings');
  const heading = useId();
  const server = useServer();
  const client = useActiveClient();
  const invite = useMutation({
    mutationFn: () => server.call(api.invitePhones, { params: { clientId: client.id }, body: {} }),
    meta: { quiet: true },
  });
  const url = invite.data?.urls[0];
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{t('network.phones')}</h3>
      </header>
      <p>{t(hotspot ? 'network.phonesText' : 'network.phoneText')}</p>
      {url === undefined && (
        <Button variant="outlined" loading={invite.isPending} onClick={() => invite.mutate()}>
          {t('network.showCodes')}
        </Button>
      )}
      <ProblemText text={invite.error ? sentenceOfProblem(invite.error, t('network.noAnswer')) : undefined} />
      {url !== undefined && (
        <div className={styles.codes}>
          {hotspot && <Code name={t('network.code_wifi')} text={wifiCode(hotspot)} below={hotspot.name} />}
          <Code name={t('network.code_page')} text={url} below={url.split('#', 1)[0] ?? ''} />
        </div>
      )}
    </section>
  );
}

function Code(props: { name: string; text: string; below: string }): ReactNode {
  return (
    <figure>
      <QrCode text={props.text} name={props.name} size={144} />
      <figcaption>
        <b>{props.name}</b>
        <p className={styles.about}>{props.below}</p>
      </figcaption>
    </figure>
  );
}
