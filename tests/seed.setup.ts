import fc from 'fast-check';

// Read by vitest.config.ts from the commit: properties try other cases when the code has changed, and the same ones whenever a commit is tested again.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED) });
