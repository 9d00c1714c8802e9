export { sweepFirmware } from './keep-firmware.ts';
export { releaseRoutes } from './routes.ts';
export { manifestOf, type ReleaseSigner, signedRow } from './sign-releases.ts';
