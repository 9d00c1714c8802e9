import type { Device } from '@sillage/contract';

/** A device as listed; the answer of adding it also holds its secret. */
export type DeviceRow = Device & { readonly secret?: string };
