import { writeFileSync } from 'node:fs';
import { analyses } from '@sillage/analysis';
import { findCodes } from './find-codes.ts';
import { writeCodesModule } from './make-pages.ts';
import { analysisSource, codesModule } from './paths.ts';

// A program of its own: the pages are made of what it wrote, as it is loaded then.
const ids = analyses.map(({ id }) => id);
writeFileSync(codesModule, writeCodesModule(findCodes(analysisSource, ids)));
