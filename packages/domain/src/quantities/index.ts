export { lookRank } from './first-look.ts';
export { isDull, quantityOf } from './quantities.ts';
export { sayVariable } from './say-variable.ts';
export { measuredSide } from './sides.ts';
export { spelledAs } from './spell-variable.ts';
