/** Hz and s of the two sounds: out falls, back rises. */
const tones = { out: [660, 440], back: [440, 660] } as const;
const toneSeconds = 0.09;
const loudness = 0.15;
/** ms in which one sound is heard, however many athletes cross. */
const restMs = 700;

let context: AudioContext | undefined;
let lastAtMs = Number.NEGATIVE_INFINITY;

/** Two short tones; silent where the browser has not yet let the page sound, or none are to be had. */
export function soundCrossing(way: keyof typeof tones): void {
  const now = performance.now();
  if (now - lastAtMs < restMs || typeof AudioContext === 'undefined') return;
  lastAtMs = now;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  const gain = context.createGain();
  gain.gain.value = loudness;
  gain.connect(destination);
  tones[way].forEach((hertz, index) => {
    const oscillator = new OscillatorNode(context as AudioContext, { frequency: hertz });
    oscillator.connect(gain);
    oscillator.start(currentTime + index * toneSeconds);
    oscillator.stop(currentTime + (index + 1) * toneSeconds);
  });
  // Some browsers wait for a press; the switch is one.
  context.resume().catch(() => undefined);
}
