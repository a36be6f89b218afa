/** What a sequence parameter set says of a film. Throws RangeError when it is damaged. */
export interface Shape {
  width: number;
  height: number;
  /** null where it does not say */
  fps: number | null;
}

/** How the place of a picture among those that are shown is told: by a number that counts up to some bits, from a key on. */
export interface Ordering {
  bits: number;
  /** what the first part of a picture says, from its first bytes; `begins`: counting begins anew; `counts`: the next ones are counted from it */
  placeOf(peek: Uint8Array): { low: number; begins: boolean; counts: boolean };
}

/** What has to be known of a coding of films to put it into an MP4. */
export interface Codec {
  /** bytes at the beginning of a unit that the functions below need */
  headBytes: number;
  /** Type of a unit (nal_unit_type). */
  typeOf(head: Uint8Array): number;
  /** Parameter sets, in the order in which a player wants them; the sequence's own is named below. */
  sets: readonly number[];
  sequence: number;
  shapeOf(sequence: Uint8Array): Shape;
  /** Part of a picture; `begins`: its first. Null: something else. */
  pictureOf(head: Uint8Array): { begins: boolean; isKey: boolean } | null;
  /** What stands before a picture and belongs to it. */
  precedes(type: number): boolean;
  /** How the order in which pictures are shown is read; null where they are shown as they come. Throws RangeError when a set is damaged. */
  orderIn(sets: Sets): Ordering | null;
  /** How a player decodes (ISO/IEC 14496-15): the sample entry's name, that of films with parameter sets among their pictures, and its box with the parameter sets. `isComplete`: there are no others. */
  entry: string;
  inBandEntry: string;
  configOf(sets: Sets, isComplete: boolean): Uint8Array;
}

/** Parameter sets of a film by type, as they came before its first key; the last of equal numbers counts. */
export type Sets = ReadonlyMap<number, readonly Uint8Array[]>;
