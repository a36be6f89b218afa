import type { Ordering } from './codec';

/** In which order the pictures of a film are shown, where that is not the order in which they come (B-frames). */
export class ShownOrder {
  /** place of each picture among those of its group, which begins with a key */
  private readonly places: number[] = [];
  /** first pictures of groups */
  private readonly starts: number[] = [];
  private high = 0;
  private low = 0;
  private isBroken = false;

  constructor(private readonly ordering: Ordering) {}

  /** Takes the first part of the next picture (ITU-T H.264 8.2.1.1, H.265 8.3.1). */
  take(peek: Uint8Array): void {
    if (this.isBroken) return;
    try {
      const { low, begins, counts } = this.ordering.placeOf(peek);
      if (begins || this.places.length === 0) {
        this.starts.push(this.places.length);
        this.high = 0;
        this.low = 0;
      }
      const round = 2 ** this.ordering.bits;
      let { high } = this;
      if (low < this.low && this.low - low >= round / 2) high += round;
      else if (low > this.low && low - this.low > round / 2) high -= round;
      this.places.push(high + low);
      if (counts) Object.assign(this, { high, low });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.isBroken = true;
    }
  }

  /** By how many pictures each is shown later than it comes, below 0 sooner; null: all are shown as they come, or nothing certain is said. */
  delays(): number[] | null {
    if (this.isBroken) return null;
    const { places } = this;
    const delays = places.map(() => 0);
    for (const [i, start] of this.starts.entries()) {
      const end = this.starts[i + 1] ?? places.length;
      const shown = Array.from({ length: end - start }, (_, k) => start + k);
      shown.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
      for (const [k, no] of shown.entries()) {
        // two at one time: the numbers are none
        if (k > 0 && places[no] === places[shown[k - 1] ?? no]) return null;
        delays[no] = start + k - no;
      }
    }
    return delays.some((delay) => delay !== 0) ? delays : null;
  }
}
