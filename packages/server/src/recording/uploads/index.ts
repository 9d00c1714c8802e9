export { createUploads, type LentUpload, type Uploads } from './create-uploads.ts';
export { keepUploadsSwept } from './keep-uploads-swept.ts';
export { uploadRoutes } from './upload-routes.ts';
