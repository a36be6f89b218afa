/** Colours of the base map, [light, dark]: the map is grey, the data on it is coloured. */
export const mapColours = {
  water: ['#C9DCEA', '#0B1118'],
  waterLine: ['#B4CDDF', '#1A2430'],
  /** China */
  land: ['#F3F4F2', '#151A21'],
  /** neighbours */
  foreign: ['#E9ECEB', '#11161C'],
  countyLine: ['#E1E3DF', '#1D242D'],
  cityLine: ['#CFD2CC', '#27303A'],
  provinceLine: ['#AEB3AB', '#3A4653'],
  outline: ['#98A09A', '#45525F'],
  cityText: ['#5A626C', '#8E9AA8'],
  capitalText: ['#3F4750', '#A9B4C0'],
  countyText: ['#6B737D', '#7C8895'],
  provinceText: ['#7B838C', '#6F7B88'],
  foreignText: ['#8B939B', '#56616D'],
  waterText: ['#37597A', '#5B7B99'],
  halo: ['#F7F8F7', '#12171D'],
  /** outline of every symbol and label */
  symbolEdge: ['#FFFFFF', '#0E1319'],
  symbolInk: ['#18212D', '#E9EDF2'],
  panel: ['#FFFFFF', '#191F27'],
  primary: ['#1A5FD7', '#6AA5FF'],
  /** text on the filled label of the selected vehicle */
  onPrimary: ['#FFFFFF', '#0E1319'],
  late: ['#5F6975', '#9AA5B1'],
  gap: ['#E03428', '#F4574D'],
  trackCase: ['#FFFFFF', '#0E1319'],
  endFlag: ['#18212D', '#E9EDF2'],
  /** background of the time tag beside the playback cursor */
  tag: ['#18212D', '#E9EDF2'],
  onTag: ['#FFFFFF', '#18212D'],
  tagEdge: ['#808C9B', '#808C9B'],
  /** letters and bars inside of a coloured symbol */
  sign: ['#FFFFFF', '#FFFFFF'],
  /** shadow under symbols and tags */
  shade: ['#142032', '#142032'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Controls over the map follow the map's theme, which need not be the page's: `--td-map-light-panel`, `--td-map-dark-panel` and so on. */
export const mapControls = {
  ground: mapColours.land,
  panel: mapColours.panel,
  text: mapColours.symbolInk,
  text2: ['#4E5966', '#B1BAC5'],
  hover: ['#EEF1F4', '#232A33'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Ramp of speeds along a trajectory, from standing to 100 km/h and more; on the grey map in both themes. */
export const speedColours = ['#8FA0B3', '#35A7C9', '#0E9F55', '#E08600', '#E03428'] as const;

/** A trajectory by the worst of its temperatures, and in one colour. */
export const trackColours = { in: '#0E9F55', out: '#E03428', none: '#8FA0B3', plain: '#2258DC' } as const;

/** Colours that new grounds begin with (they are stored, users change them), a line that cuts, and a ground of the past. */
export const groundColours = {
  site: '#2F7DE1',
  region: '#E08600',
  line: '#0E9F55',
  store: '#7C4DDB',
  cut: '#E03428',
  former: '#5F6975',
} as const;

/** Pins of stores and vehicles on the map. */
export const pinColours = {
  store: '#7C4DDB',
  warehouse: '#0891A6',
  wrong: '#D92D20',
  stale: '#8A94A0',
} as const;

/** Legs of an order on the map, one after another. */
export const legColours = ['#1668DC', '#7A4FD0', '#0F8A6B'] as const;
