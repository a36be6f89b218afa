/** What a sequence parameter set says of a film. Throws RangeError when it is damaged. */
export interface Shape {
  width: number;
  height: number;
  /** null where it does not say */
  fps: number | null;
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
  /** How a player decodes (ISO/IEC 14496-15): the sample entry's name, and its box with the parameter sets. */
  entry: string;
  configOf(sets: Sets): Uint8Array;
}

/** Parameter sets of a film by type, as they came before its first key; the last of equal numbers counts. */
export type Sets = ReadonlyMap<number, readonly Uint8Array[]>;
