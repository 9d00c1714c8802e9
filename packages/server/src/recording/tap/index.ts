export { createTap, type Tap, type TappedBlock, type TapSource } from './create-tap.ts';
