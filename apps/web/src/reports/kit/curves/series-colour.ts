import type { ColourName } from '../../../theme/colours';
import { colour, type ThemeMode } from '../../../theme/palette';

/** At most four series of a lane are told apart by colour. */
const seriesColours = ['teal', 'ice', 'violet', 'sand'] as const satisfies readonly ColourName[];
export const seriesColour = (i: number, mode: ThemeMode): string =>
  colour(seriesColours[i % seriesColours.length] ?? 'teal', mode);
