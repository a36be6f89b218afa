let context: AudioContext | null = null;
let soundedAt = 0;
/** An alarm and the message about it are one sound. */
const quietMs = 3_000;

/** Two short tones, made here: nothing is loaded. Silent while the browser allows no sound before the first click. */
export function playChime(): void {
  if (Date.now() - soundedAt < quietMs) return;
  soundedAt = Date.now();
  try {
    context ??= new AudioContext();
    const { currentTime, destination } = context;
    if (context.state !== 'running') void context.resume().catch(() => undefined);
    for (const [i, hertz] of [880, 660].entries()) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      const from = currentTime + i * 0.22;
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(0.0001, from);
      gain.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, from + 0.2);
      tone.connect(gain).connect(destination);
      tone.start(from);
      tone.stop(from + 0.21);
    }
  } catch {
    // no audio device: the pop-up is seen anyway
  }
}
