export { type GraphPreset, graphPresets, presetsFor } from './graph-presets.ts';
