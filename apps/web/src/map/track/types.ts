/** One drawn piece of a track: same colour, same kind, at least two places (WGS-84). */
export interface TrackPiece {
  /** live: solid; late: back-filled, dashed grey; gap: nothing known, a dotted straight line. */
  kind: 'live' | 'late' | 'gap';
  /** colour of a live piece; the other kinds have colours of their own */
  colour: string;
  coordinates: ReadonlyArray<readonly [lng: number, lat: number]>;
}

/** A driven path with its ends. */
export interface MapTrack {
  id: string;
  pieces: readonly TrackPiece[];
}

/** A numbered stop. */
export interface MapStop {
  no: number;
  lng: number;
  lat: number;
}

/** A drop with one character (温, 速, 断). */
export interface MapAlarm {
  id: string;
  char: string;
  lng: number;
  lat: number;
}

/** A line of text beside a place of the track: how much was back-filled, why nothing is known. */
export interface MapNote {
  lng: number;
  lat: number;
  text: string;
  tone: 'plain' | 'alarm';
}

/** Where playback stands. */
export interface TrackCursor {
  lng: number;
  lat: number;
  headingDeg: number;
  /** `13:59:38` */
  text: string;
  /** `88 km/h`, bold */
  strong?: string;
}
