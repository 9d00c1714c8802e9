import { z } from 'zod';

/** Of modules and columns. */
export const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);
/** Their ids are bytes, and 0 is none. */
export const maxModules = 255;
