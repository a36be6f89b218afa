/** A colour that is the same in both themes. */
const inBothThemes = (hex: string): readonly [light: string, dark: string] => [hex, hex];

/** Number plates, as the national standard GA 36 paints them; in the dark theme less bright, with the same words. */
export const plateColours = {
  'plate-yellow': ['#F5C33B', '#D9A92F'],
  'plate-yellow-ink': inBothThemes('#1A1508'),
  'plate-green': ['#BFE8C9', '#8ECF9F'],
  'plate-green-ink': inBothThemes('#0B3D1F'),
  'plate-blue': inBothThemes('#2258DC'),
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Grounds that keep their colour in both themes, and what lies on them. */
export const fixedColours = {
  /** words and signs on a filled ground */
  white: inBothThemes('#FFFFFF'),
  /** veil over a picture */
  black: inBothThemes('#000000'),
  /** what shadows are made of: of panels on a map, and of what floats over the page */
  shade: inBothThemes('#142032'),
  'shade-float': inBothThemes('#101828'),
  /** a count of alarms, and a button that cannot be undone: red under white */
  'red-fill': inBothThemes('#C62E27'),
  /** a person without a picture */
  avatar: inBothThemes('#33415C'),
  /** sign on a photo that removes it */
  remove: inBothThemes('#171C26'),
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Paper is white with black ink in both themes: printed sheets, codes to scan, signatures, saved pictures. */
export const paperColours = {
  paper: inBothThemes('#FFFFFF'),
  'paper-black': inBothThemes('#000000'),
  'paper-ink': inBothThemes('#171C26'),
  'paper-text2': inBothThemes('#333333'),
  'paper-text3': inBothThemes('#444444'),
  'paper-grey': inBothThemes('#555555'),
  'paper-hint': inBothThemes('#6B7280'),
  'paper-cut': inBothThemes('#999999'),
  'paper-line': inBothThemes('#DDDDDD'),
  'paper-head': inBothThemes('#F2F2F2'),
  'paper-ok': inBothThemes('#1A7F37'),
  'paper-red': inBothThemes('#C62E27'),
  'paper-primary': inBothThemes('#1F4FD0'),
  'paper-link': inBothThemes('#2258DC'),
  'paper-amber': inBothThemes('#9A6200'),
  'paper-violet': inBothThemes('#6B3FA0'),
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** The night side of the login page and the page of wall screens before they are bound. */
export const nightColours = {
  'night-glow': inBothThemes('#173772'),
  night: inBothThemes('#0F2148'),
  'night-deep': inBothThemes('#0B1428'),
  'night-text2': inBothThemes('#C3D0EC'),
  'night-text3': inBothThemes('#9FB0D4'),
  'night-dots': inBothThemes('#7EA2E8'),
  'night-ice': inBothThemes('#7FA8FF'),
  'night-cold': inBothThemes('#4FD1D9'),
  'night-warm': inBothThemes('#F0C274'),
  'night-ring': inBothThemes('#A9C4FF'),
  'night-city': inBothThemes('#DFE8FB'),
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Lanes under a trajectory: stops, bands and curves of chilled and frozen rooms, alarms. */
export const laneColours = {
  'lane-stop': ['#CFE1FA', '#2B4A78'],
  'lane-chilled': ['#E7F5ED', '#16322A'],
  'lane-chilled-edge': ['#A9D9BD', '#2A5C48'],
  'lane-frozen': ['#E7F0FA', '#182A3E'],
  'lane-frozen-edge': ['#A9C6EA', '#2C4A6B'],
  'lane-frozen-line': ['#2A62D6', '#6AA5FF'],
  'lane-alarm': ['#C2241A', '#C2412F'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
