export { Answer, fileAnswer, SessionEnded, SessionOpened } from './answer.ts';
export type { Authenticate, Call, Handler, Principal, Serve, UploadedFile, Viewer } from './call.ts';
export { accessCookie, readCookie } from './carry-session-in-cookies.ts';
export { corsOrigins } from './cors-origins.ts';
export { createHttp, type Http, type HttpOptions } from './create-http.ts';
export { fieldCodes } from './field-codes.ts';
export { ownOrigins } from './own-origins.ts';
export { refuseUpgrade, type TakeUpgrade, type Upgrades } from './route-upgrades.ts';
export { isNetwork, type Trusts, trustProxies } from './trust-proxies.ts';
