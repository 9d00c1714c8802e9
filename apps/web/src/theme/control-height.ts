/** As high as the density of the screen and the pointer ask for. */
export const controlHeight = 'var(--control)';
