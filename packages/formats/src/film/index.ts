export { type Film, readFilm } from './read-film.ts';
