export { appendBytes } from './append-bytes.ts';
export { createUploads, type LentUpload, type Uploads } from './create-uploads.ts';
export { keepUploadsSwept } from './keep-uploads-swept.ts';
export { readNewPiece } from './read-tus-headers.ts';
export { uploadRoutes } from './upload-routes.ts';
