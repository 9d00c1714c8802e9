/** Entry of the worker thread: piscina calls these by name. */
export { correlateFilm } from './correlate-film.ts';
export { correlateParts } from './correlate-parts.ts';
export { readClock } from './read-clock.ts';
export { writeFusion } from './write-fusion.ts';
