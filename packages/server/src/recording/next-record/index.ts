export { type TakenNext, takeNext } from './keep-next-record.ts';
export { nextRecordRoutes } from './routes.ts';
