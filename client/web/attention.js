// Calls for attention when it is the person's turn: a short shake, a tone if sound is on, and a screen that stays lit
// meanwhile. Called by `main.js` at every change. Law kept here: no sound unless it was wished, and nothing is loaded for it.

/** How long a telephone shakes, in milliseconds. */
const SHAKE_MS = 40;
/** The two tones, in hertz, and how long each sounds, in seconds. */
const TONES = [660, 880];
const TONE_S = 0.11;

export class Attention {
  constructor() {
    this.isMine = false;
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    /** @type {AudioContext | null} */
    this.audio = null;
  }

  /** @param {boolean} isMine whether it is the person's turn @param {boolean} sound whether a tone is wished */
  turn(isMine, sound) {
    if (isMine === this.isMine) return;
    this.isMine = isMine;
    if (!isMine) return this.release();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE_MS);
    if (sound) this.sound();
    this.keepLit();
  }

  /** Two short tones, made here. */
  sound() {
    const audio = (this.audio ??= new AudioContext());
    TONES.forEach((pitch, at) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const begin = audio.currentTime + at * TONE_S;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + TONE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + TONE_S);
    });
  }

  /** Keeps a telephone's screen lit; browsers let only encrypted pages do so, and may refuse at any time. */
  async keepLit() {
    try {
      this.lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      this.lock = null;
    }
    if (!this.isMine) this.release();
  }

  release() {
    this.lock?.release();
    this.lock = null;
  }
}
