import { type MotionState, motionState } from '@tongda/contract/core/live';
import type { ColourName } from '../../theme/colours';
import { mapColours } from '../../theme/map-colours';
import { colour, type ThemeMode, translucentColour } from '../../theme/palette';

export type MapToken = keyof typeof mapColours;

/** Colour of a map token in a theme. */
export const mapColour = (name: MapToken, mode: ThemeMode): string => mapColours[name][mode === 'dark' ? 1 : 0];

/** Shadow under symbols and tags, as dense as `alpha` (0..1). */
export const mapShade = (mode: ThemeMode, alpha: number): string => translucentColour(mapColour('shade', mode), alpha);

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
