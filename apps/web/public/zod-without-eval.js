// Zod compiles its checks with `new Function` unless told before its first schema; the content security policy refuses that.
globalThis.__zod_globalConfig = { jitless: true };
