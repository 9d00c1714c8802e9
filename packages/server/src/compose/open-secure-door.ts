import { api, refuse } from '@sillage/contract';
import { Answer, type Http } from '../platform/http/index.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { openCertificate, type ServerCertificate } from '../platform/tls/index.ts';
import type { BaseDependencies } from './base-dependencies.ts';

/** The https door of a server that has no certificate of anybody else: browsers give their sensors to such pages only. */
export interface SecureDoor {
  /** Where it listens; undefined until it does, and where it is off. */
  port(): number | undefined;
  listen(): Promise<void>;
}

type Dependencies = Pick<BaseDependencies, 'options' | 'folder' | 'clock' | 'say'> & { readonly http: Http };

/** Tells phones of the certificate; the door itself opens with the others. */
export function openSecureDoor({ options, folder, clock, say, http }: Dependencies): { secureDoor: SecureDoor } {
  let open: { readonly port: number; readonly certificate: ServerCertificate } | undefined;
  http.serve(api.readSecureAccess, async () => ({
    port: open?.port ?? null,
    fingerprint: open?.certificate.fingerprint ?? null,
    authority: open?.certificate.authorityName ?? null,
  }));
  http.serve(api.downloadCertificate, async () =>
    open === undefined
      ? refuse('certificate.none')
      : new Answer(200, Buffer.from(open.certificate.authority), {
          'content-type': 'application/x-x509-ca-cert',
          'content-disposition': 'attachment; filename="sillage.crt"',
        }),
  );
  const { host, https } = options;
  return {
    secureDoor: {
      port: () => open?.port,
      async listen() {
        if (https === undefined) return;
        const certificate = await openCertificate({ file: folder.certificate, nowMs: clock.nowMs(), say });
        const listen = (port: number) => http.listenSecurely(host, port, certificate);
        const port = await listen(https.port).catch((problem: unknown) => {
          if (!https.orAnother || !(problem instanceof StartProblem)) throw problem;
          return listen(0);
        });
        open = { port, certificate };
      },
    },
  };
}
