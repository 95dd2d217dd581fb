/** The sound of a stone: a short click, made here, so that there is nothing to load. */

let context: AudioContext | null = null;

/** A click; a captured stone makes a second, lower one. */
export function click(capture: boolean): void {
  try {
    context ??= new AudioContext();
    knock(context, 1900, 0);
    if (capture) knock(context, 1200, 0.06);
  } catch {
    // A device without sound.
  }
}

/** A tone that dies away within 50 ms. */
function knock(audio: AudioContext, pitch: number, after: number): void {
  const begin = audio.currentTime + after;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, begin);
  tone.frequency.exponentialRampToValueAtTime(pitch / 4, begin + 0.05);
  volume.gain.setValueAtTime(0.2, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.05);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + 0.06);
}
