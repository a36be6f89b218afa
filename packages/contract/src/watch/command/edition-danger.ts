import type { EnumCode } from '../../core/enum';
import { instructDanger, instructParamType, setParametersId } from './edition-enums';

const terminalControl = '8105';
const vehicleControl = '8500';
const fuelControl = 'A006';
/** Word of 0x8105: the terminal restarts, and is back within a minute. All others can lose it for good, or are a maker's own. */
const RESET = 4;
/** Settings of 0x8103 from here on are makers' own, among them the relay; those of active safety (T/JSATL 12) are not. */
const OWN_SETTINGS = 0xf000;
const SAFETY_FROM = 0xf364;
const SAFETY_UNTIL = 0xf367;

/** What counts of a parameter of a command. */
interface Param {
  key: string;
  type: EnumCode<typeof instructParamType>;
  length: number;
  min: number | null;
  max: number | null;
  options: ReadonlyArray<{ code: number }>;
}

const isOwnSetting = (id: number): boolean => id >= OWN_SETTINGS && !(id >= SAFETY_FROM && id <= SAFETY_UNTIL);

/** Doors locked or opened: a byte of bits (2013), or one entry of kind 1 (2019). */
const doorsForm = /^(0[01]|000100010[01])$/u;

/** The numbers that a parameter can have; null: too many, or no number. */
function valuesOf({ type, min, max, options }: Param): number[] | null {
  if (type === instructParamType.enum) return options.map(({ code }) => code);
  return type === instructParamType.int && max !== null && max - (min ?? 0) < 2 ? [...new Set([min ?? 0, max])] : null;
}

/** Every body that parameters of few values make, in hex; null when there are others. */
function bodiesOf(params: readonly Param[]): string[] | null {
  let bodies = [''];
  for (const param of params) {
    const values = valuesOf(param);
    if (!values || bodies.length * values.length > 100) return null;
    const written = values.map((value) => value.toString(16).padStart(2 * param.length, '0'));
    bodies = bodies.flatMap((body) => written.map((hex) => body + hex));
  }
  return bodies;
}

/** Whether a command with these parameters can, with some of their values, stop an engine or lose a terminal for good: it is dangerous, whatever its writer says. */
export function editionMayHarm(msgId: string, params: readonly Param[]): boolean {
  const id = msgId.toUpperCase();
  if (id === setParametersId) return params.some(({ key }) => isOwnSetting(Number.parseInt(key, 16)));
  if (id === terminalControl) {
    // what follows the word are its arguments
    const words = params[0]?.length === 1 ? valuesOf(params[0]) : null;
    return words?.some((word) => word !== RESET) ?? true;
  }
  if (id === vehicleControl) return bodiesOf(params)?.some((hex) => !doorsForm.test(hex)) ?? true;
  return id === fuelControl;
}

/** What says whether a command of the catalogue is dangerous. */
export interface EditionDanger {
  danger: EnumCode<typeof instructDanger>;
  msgId: string;
  params: readonly Param[];
}
export const isDangerousEdition = ({ danger, msgId, params }: EditionDanger): boolean =>
  danger === instructDanger.dangerous || editionMayHarm(msgId, params);
