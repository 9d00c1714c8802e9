import { create } from 'zustand';

const storageKey = 'sillage.scenario.sound';

/** Whether this browser sounds the beeps of scenarios. */
export const useSound = create<{ readonly isOn: boolean }>()(() => ({
  isOn: localStorage.getItem(storageKey) !== 'off',
}));
useSound.subscribe(({ isOn }) => localStorage.setItem(storageKey, isOn ? 'on' : 'off'));

/** Hz and s of each tone. */
const tones = { short: [880, 0.12], long: [880, 0.6], end: [1320, 0.9] } as const;
let context: AudioContext | undefined;

/** Sounds a beep, where the browser lets it. */
export function beep(tone: keyof typeof tones): void {
  if (!useSound.getState().isOn || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const [hertz, seconds] = tones[tone];
  const oscillator = new OscillatorNode(context, { frequency: hertz });
  const gain = new GainNode(context, { gain: 0.2 });
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}
