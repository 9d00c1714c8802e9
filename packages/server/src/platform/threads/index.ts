export { Threads } from './threads.ts';
