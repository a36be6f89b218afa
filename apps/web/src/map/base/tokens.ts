import { type MotionState, motionState } from '@tongda/contract/core/live';
import type { ColourName } from '../../theme/colours';
import { colour, type ThemeMode } from '../../theme/palette';

/** Colours of the base map, [light, dark]: the map is grey, the data on it is coloured. */
const mapPairs = {
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
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type MapToken = keyof typeof mapPairs;

/** Colour of a map token in a theme. */
export const mapColour = (name: MapToken, mode: ThemeMode): string => mapPairs[name][mode === 'dark' ? 1 : 0];

const stateName: Record<MotionState, ColourName> = {
  [motionState.moving]: 'st-moving',
  [motionState.idle]: 'st-idle',
  [motionState.parked]: 'st-parked',
  [motionState.offline]: 'st-offline',
  [motionState.notLocated]: 'st-lost',
  [motionState.never]: 'st-offline',
};

/** Fill colour of a state; never for text. */
export const stateColour = (state: MotionState, mode: ThemeMode): string => colour(stateName[state], mode);

/** Ring of an alarm, and its text colour for labels. */
export const alarmColour = (mode: ThemeMode): string => colour('st-alarm', mode);
export const alarmText = (mode: ThemeMode): string => colour('st-alarm-text', mode);

/** Symbols and labels of the dark theme (wall screens) are larger. */
export const symbolScale = (mode: ThemeMode): number => (mode === 'dark' ? 1.12 : 1);

/** Fonts of everything drawn on a canvas. */
export const mapFont = '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",system-ui,sans-serif';
