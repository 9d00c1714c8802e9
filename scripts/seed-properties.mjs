import { configureGlobal } from 'fast-check';

/**
 * One set of examples in every run, so that a change and not chance decides whether it passes. Others:
 * PROPERTY_SEED=$RANDOM npx vitest run …
 */
configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_122) });
