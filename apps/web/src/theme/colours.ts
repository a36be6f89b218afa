import { fixedColours, laneColours, nightColours, paperColours, plateColours } from './fixed-colours';

/** Every colour of the product, once, as [light, dark]. Text colours hold WCAG AA on the surfaces they are used on. */
export const colours = {
  // action
  fill: ['#2258DC', '#3D6DE3'],
  /** under the pointer: darker, so that the words on it stay readable */
  'fill-hover': ['#1B49BC', '#3A66D4'],
  primary: ['#2258DC', '#7FA6FF'],
  'primary-soft': ['#EDF2FE', '#1A2745'],
  'primary-line': ['#C5D5FA', '#2C4479'],
  // ink
  ink: ['#171C26', '#E6E9EF'],
  text2: ['#4B5466', '#AAB2C0'],
  text3: ['#5F6A7D', '#939CAD'],
  placeholder: ['#6B7588', '#828B9C'],
  /** icons, disabled and `--` only: 3.1 of contrast */
  text4: ['#8A93A4', '#5F6878'],
  // surfaces
  shell: ['#F3F4F7', '#0F1217'],
  sheet: ['#FFFFFF', '#161A21'],
  head: ['#F8F9FB', '#1A1F27'],
  hover: ['#F6F8FB', '#1B212B'],
  sel: ['#F1F5FE', '#18233C'],
  'seg-on': ['#FFFFFF', '#343C49'],
  tip: ['#1F2633', '#2C3544'],
  // lines: of rows, of panels, of controls
  split: ['#EDEFF3', '#222832'],
  line: ['#E2E5EB', '#2A303B'],
  line2: ['#D3D8E0', '#3A4250'],
  // meaning
  green: ['#0D7A45', '#4CC38A'],
  'green-soft': ['#E7F6EE', '#12291F'],
  ok: ['#1FA463', '#3DB37B'],
  amber: ['#985A00', '#F0B04A'],
  'amber-soft': ['#FEF4E0', '#2E2411'],
  'amber-line': ['#F3D9A6', '#5A4520'],
  warn: ['#E59A16', '#E2A33A'],
  red: ['#C62E27', '#F2726B'],
  'red-soft': ['#FDEDEC', '#341A1A'],
  blue: ['#2F7BE6', '#6BA4FF'],
  violet: ['#7A4FD0', '#A98BF0'],
  'violet-soft': ['#F2EDFC', '#251D38'],
  grey: ['#8590A2', '#7C8798'],
  'grey-soft': ['#EFF1F4', '#232933'],
  // temperature classes
  ice: ['#2A62D6', '#7EA6FF'],
  'ice-soft': ['#E8EFFD', '#182544'],
  teal: ['#07717D', '#4FBFCA'],
  'teal-soft': ['#E3F4F5', '#10292C'],
  sand: ['#8C5E16', '#D8AC66'],
  'sand-soft': ['#FAF1E1', '#2B2315'],
  // states of a vehicle: fill for symbols and bars, text for small type (never the fill for text)
  'st-moving': ['#0E9F55', '#35C27A'],
  'st-idle': ['#E08600', '#F0A12E'],
  'st-parked': ['#2F7DE1', '#4D94F7'],
  'st-offline': ['#8A939F', '#717C89'],
  'st-lost': ['#7C4DDB', '#A283F5'],
  'st-alarm': ['#E03428', '#F4574D'],
  'st-moving-text': ['#0A7A40', '#55D393'],
  'st-idle-text': ['#955A00', '#F3B65A'],
  'st-parked-text': ['#1D5FBF', '#82B4FB'],
  'st-offline-text': ['#5F6975', '#9AA5B1'],
  'st-lost-text': ['#6436C4', '#B9A0F8'],
  'st-alarm-text': ['#C2241A', '#FF8078'],
  ...fixedColours,
  ...plateColours,
  ...paperColours,
  ...nightColours,
  ...laneColours,
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type ColourName = keyof typeof colours;
