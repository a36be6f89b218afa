import './chip.css';

/** vehicleColor of the specification: 0 yellow, 1 green, 2 blue. */
const colours = ['yellow', 'green', 'blue'] as const;

/** A province and a letter, and something behind them. */
const plate = /^\p{Script=Han}[A-Z](?=.)/u;

/**
 * `沪A·12345` with the narrow dot of real plates: so in chips, in the cells of lists and on boards. On the map and in its tree, in pickers, sentences and
 * files a plate stands as it is typed, so that it can be searched for and copied.
 */
export const dottedPlate = (plateNo: string): string => plateNo.replace(plate, '$&·');

/** A number plate in its own colour. */
export function PlateChip(props: { plateNo: string; colour: number; large?: boolean }) {
  return (
    <span className="kit-show-plate-chip" data-colour={colours[props.colour] ?? 'yellow'} data-large={props.large}>
      {dottedPlate(props.plateNo)}
    </span>
  );
}
