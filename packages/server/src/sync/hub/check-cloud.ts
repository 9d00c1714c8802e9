import { BackendInfo, type CloudChecks, type Translated } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { readAnswer } from '../../platform/http/index.ts';
import { codeOfCause } from '../code-of-cause.ts';
import { areCompatible } from '../compare-versions.ts';
import { needsHttps } from './needs-https.ts';
import { readFingerprint } from './read-fingerprint.ts';

/** ms that a cloud has to answer, and bytes of its answer that are read. */
const [answerMs, maxAnswerBytes] = [8000, 64 * 1024];
/** s by which a clock may be wrong before somebody is told, beside what the answer took. */
const mostClockSeconds = 5;

type Check = CloudChecks['network'];
const check = (state: Check['state'], fr: string, en: string): Check => ({ state, text: { fr, en } });
const unknown = check('unknown', 'Pas encore vérifié', 'Not checked yet');

interface Dependencies {
  readonly clock: Clock;
  readonly version: string;
  readonly fetch?: typeof fetch;
  readonly fingerprintOf?: typeof readFingerprint;
  /** Of the cloud at this address, as it was when its certificate was last believed; and what keeps it. */
  readonly known?: {
    read(url: string): Promise<string | undefined>;
    keep(url: string, fingerprint: string): Promise<void>;
  };
}

/** Looks at a cloud as anybody may, before the code of this hub goes there. */
export async function checkCloud(
  { clock, version, fetch: ask = fetch, fingerprintOf = readFingerprint, known }: Dependencies,
  url: string,
): Promise<CloudChecks> {
  let answer: Buffer;
  const startMs = clock.monotonicMs();
  try {
    const signal = AbortSignal.timeout(answerMs);
    const response = await ask(`${url}/api/backend_info`, { signal, redirect: 'error' });
    answer = await readAnswer(response, maxAnswerBytes);
  } catch (problem) {
    const code = codeOfCause(problem) ?? '';
    if (!isOfCertificate(code)) return afterFailure(code);
    return afterWrongCertificate(code, await fingerprintOf(url), await known?.read(url));
  }
  const tookMs = clock.monotonicMs() - startMs;
  const isSecure = url.startsWith('https:');
  const shown = isSecure && known ? await fingerprintOf(url) : undefined;
  if (shown !== undefined) await known?.keep(url, shown);
  const certificate = isSecure
    ? check('ok', 'Certificat valable, échanges chiffrés', 'Valid certificate, encrypted exchanges')
    : check(
        needsHttps(url) ? 'fail' : 'warn',
        'Sans https\u00a0: le code et les mesures passeraient en clair',
        'Without https: the code and the samples would go unencrypted',
      );
  const cloud = BackendInfo.safeParse(parseJson(answer));
  if (!cloud.success || cloud.data.back_type !== 'cloud') {
    const network = check(
      'fail',
      'Une autre page répond à cette adresse, pas un cloud Sillage',
      'Something else answers at this address, not a Sillage cloud',
    );
    return { network, certificate, clock: unknown, version: unknown };
  }
  return {
    network: check('ok', 'Le cloud répond', 'The cloud answers'),
    certificate,
    clock: checkClock(cloud.data.epoch - (clock.nowMs() - tookMs / 2) / 1000, tookMs / 1000),
    version: areCompatible(version, cloud.data.version)
      ? check('ok', `Version ${cloud.data.version}, compatible`, `Version ${cloud.data.version}, compatible`)
      : { state: 'fail', text: sayApart(version, cloud.data.version) },
  };
}

/**
 * @param seconds that the cloud is ahead
 * @param tookSeconds of its answer: nobody knows when in this time it looked at its clock
 */
function checkClock(seconds: number, tookSeconds: number): Check {
  const rounded = Math.round(Math.abs(seconds));
  if (rounded <= mostClockSeconds + tookSeconds / 2) return check('ok', 'Horloges d’accord', 'Clocks agree');
  return check(
    'warn',
    `L’heure d’ici diffère de ${rounded}\u00a0s de celle du cloud. Les échanges en tiennent compte\u00a0; réglez-la pour que les dates soient justes.`,
    `The time here differs from that of the cloud by ${rounded} s. Exchanges allow for it; set it so that dates are right.`,
  );
}

const sayApart = (own: string, other: string): Translated => ({
  fr: `Ici ${own}, au cloud ${other}\u00a0: mettez à jour la plus ancienne des deux.`,
  en: `${own} here, ${other} in the cloud: update the older one.`,
});

/** Codes of TLS (node:tls) that say that a certificate is not to be believed. */
const isOfCertificate = (code: string): boolean =>
  code.startsWith('CERT_') ||
  code.startsWith('ERR_TLS_CERT') ||
  code.includes('SELF_SIGNED') ||
  code.includes('UNABLE_TO');

/** Nothing was sent; who looks after the cloud can compare what was shown with what it should be. */
function afterWrongCertificate(code: string, shown: string | undefined, known: string | undefined): CloudChecks {
  const prints = (of: (name: 'shown' | 'known') => string) =>
    [shown && `${of('shown')} ${shown}.`, known && `${of('known')} ${known}.`].filter(Boolean).join(' ');
  const certificate = check(
    'fail',
    `Certificat refusé (${code}). Rien n’a été envoyé\u00a0: demandez à l’administrateur du cloud. ${prints((name) => (name === 'shown' ? 'Empreinte présentée\u00a0:' : 'Empreinte connue jusqu’ici\u00a0:'))}`.trim(),
    `The certificate is refused (${code}). Nothing was sent: ask the administrator of the cloud. ${prints((name) => (name === 'shown' ? 'Fingerprint shown:' : 'Fingerprint known so far:'))}`.trim(),
  );
  return {
    network: check('ok', 'Quelqu’un répond', 'Somebody answers'),
    certificate,
    ...{ clock: unknown, version: unknown },
  };
}

function afterFailure(code: string): CloudChecks {
  const later = { clock: unknown, version: unknown };
  const isUnnamed = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  const network = isUnnamed
    ? check(
        'fail',
        'Ce nom est introuvable\u00a0: vérifiez l’adresse, et qu’il y a du réseau',
        'This name is not found: check the address, and that there is a network',
      )
    : check('fail', 'Personne ne répond à cette adresse', 'Nobody answers at this address');
  return { network, certificate: unknown, ...later };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
