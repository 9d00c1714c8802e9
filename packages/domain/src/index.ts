export { uuidV7 } from './uuid-v7.ts';
